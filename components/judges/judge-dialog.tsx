"use client";
import { Button, Group, Modal, MultiSelect, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { ReturnFocus } from "@/components/ui/return-focus";
import { toSlug } from "@/components/ui/slug";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { isStandIn } from "@/lib/contracts/endpoint";
import type { Judge } from "@/lib/contracts/judge";
import { type JudgeFields, panelCaution, parseJudge } from "./judge-form";
import classes from "./judges.module.css";

interface JudgeDialogProps {
  project: string;
  /** Null for a new one. */
  judge: Judge | null;
  taken: readonly string[];
  /** Choices for a new one, made before the dialog opens. */
  start?: Pick<JudgeFields, "bundle" | "voters">;
  onClose: () => void;
}

/** Makes or changes a judge: a version of kind judge, and the endpoints that vote with it. */
export function JudgeDialog({ project, judge, taken, start, onClose }: JudgeDialogProps) {
  const versions = useQuery(queries.versions.list.queryOptions({ input: { project } }));
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const [fields, setFields] = useState<JudgeFields>({
    name: judge?.name ?? "",
    bundle: judge?.bundle ?? start?.bundle ?? null,
    voters: judge?.voters.map((voter) => voter.id) ?? start?.voters ?? [],
  });
  const [shown, setShown] = useState(false);
  const { input, problems } = parseJudge(fields, judge?.id ?? null);
  const clash = judge === null && taken.includes(toSlug(fields.name)) ? "There is a judge of this name" : undefined;
  const save = useAction({
    mutation: queries.judges.save.mutationOptions(),
    done: (saved) => `${saved.name} is saved as version ${saved.version.slice(0, 8)}`,
    invalidate: [queries.judges.key(), queries.audit.key()],
    onDone: onClose,
  });
  const change = (part: Partial<JudgeFields>) => setFields((current) => ({ ...current, ...part }));
  const error = (name: keyof JudgeFields) => (shown ? problems[name] : undefined);
  const judges = (versions.data ?? []).filter((version) => version.kind === "judge" && version.errors === 0);
  const known = new Map((endpoints.data ?? []).map((endpoint) => [endpoint.id, endpoint]));
  const chosen = fields.voters.flatMap((id) => known.get(id) ?? []);
  const caution = panelCaution(chosen.map(({ model, checkpoint }) => `${model} ${checkpoint}`));
  const failed = versions.error ?? endpoints.error;
  return (
    <Modal opened onClose={onClose} title={judge ? `Change ${judge.name}` : "Add a judge"}>
      <ReturnFocus />
      {failed ? (
        <ErrorState error={failed} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            setShown(true);
            if (input && !clash) save.mutate({ project, ...input });
          }}
        >
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={100}
            value={fields.name}
            error={error("name") ?? (shown ? clash : undefined)}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Select
            label="Bundle"
            description="A version of this project that says kind: judge in harness.yaml."
            mt="sm"
            required
            searchable
            allowDeselect={false}
            nothingFoundMessage="No version of kind judge has this name"
            placeholder={versions.data && judges.length === 0 ? "No version of kind judge yet; import one" : undefined}
            data={judges.map((version) => ({ value: version.hash, label: `${version.name} · ${version.hash.slice(0, 8)}` }))}
            value={fields.bundle}
            error={error("bundle")}
            onChange={(bundle) => change({ bundle })}
          />
          <MultiSelect
            label="Voters"
            description="Each endpoint votes once on every reply. The majority decides Accuracy, the median Effectiveness."
            mt="sm"
            required
            maxValues={9}
            data={(endpoints.data ?? []).map((endpoint) => ({
              value: endpoint.id,
              label: `${endpoint.name} · ${endpoint.model}${isStandIn(endpoint) ? " · stand-in policy" : ""}`,
            }))}
            value={fields.voters}
            error={error("voters")}
            onChange={(voters) => change({ voters })}
          />
          {chosen.some(isStandIn) ? (
            <p className={classes.caution}>
              The stand-in votes by simple rules, without a model: its verdicts say little about real replies.
            </p>
          ) : null}
          {caution ? <p className={classes.caution}>{caution}</p> : null}
          <Group mt="md" gap="xs">
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}
