"use client";

import { Alert, Button, Modal, NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { LookState } from "@/components/cases/look-state";
import { JudgeSelect } from "@/components/judges/judge-select";
import { describeError } from "@/components/ui/describe-error";
import { plural } from "@/components/ui/format";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { isStandIn } from "@/lib/contracts/endpoint";
import { RunSettings } from "@/lib/contracts/run-settings";
import classes from "./runs.module.css";

interface NewRunDialogProps {
  project: string;
  /** Choices made before the dialog opens, for example by a link from a version or a data set. */
  initial: { version: string | null; endpoint: string | null; dataset: string | null };
  onClose: () => void;
}

const defaults = RunSettings.parse({});

/** Chooses version, endpoint, data set and settings, starts the run and goes to it. */
export function NewRunDialog({ project, initial, onClose }: NewRunDialogProps) {
  const router = useRouter();
  const versions = useQuery(queries.versions.list.queryOptions({ input: { project } }));
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const datasets = useQuery(queries.datasets.list.queryOptions({ input: { project } }));
  const [chosen, setChosen] = useState(initial);
  const [settings, setSettings] = useState(defaults);
  const [reason, setReason] = useState("");
  const [judge, setJudge] = useState<string | null>(null);
  const agents = (versions.data ?? []).filter((item) => item.kind === "agent");
  const version = agents.find((item) => chosen.version !== null && item.hash.startsWith(chosen.version)) ?? agents[0];
  const endpoint = endpoints.data?.find((item) => item.id === chosen.endpoint) ?? endpoints.data?.[0];
  const dataset = datasets.data?.find((item) => item.id === chosen.dataset) ?? datasets.data?.[0];
  const start = useAction({
    mutation: queries.runs.start.mutationOptions(),
    invalidate: [queries.runs.list.key()],
    onDone: (run) => router.push(`/p/${project}/runs/${run.id}`),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (version && endpoint && dataset) {
      const extra = { ...(reason.trim() !== "" && { reason: reason.trim() }), ...(judge !== null && { judge }) };
      start.mutate({ project, version: version.hash, endpoint: endpoint.id, dataset: dataset.id, settings, ...extra });
    }
  };
  const number = (key: keyof RunSettings) => (value: string | number) => {
    const parsed = RunSettings.shape[key].safeParse(value);
    if (parsed.success) setSettings((before) => ({ ...before, [key]: parsed.data }));
  };
  const error = versions.error ?? endpoints.error ?? datasets.error;
  return (
    <Modal opened onClose={onClose} title="New run">
      <ReturnFocus />
      <form className={classes.dialogForm} onSubmit={submit}>
        {error ? <Alert color="red">{describeError(error).cause}</Alert> : null}
        <Select
          label="Version"
          searchable
          allowDeselect={false}
          data-autofocus
          nothingFoundMessage="No version has this name"
          data={agents.map((item) => ({
            value: item.hash,
            label: `${item.name} · ${item.hash.slice(0, 8)}${item.errors > 0 ? ` · ${plural(item.errors, "error")}` : ""}`,
          }))}
          value={version?.hash ?? null}
          onChange={(value) => setChosen((before) => ({ ...before, version: value }))}
        />
        <Select
          label="Endpoint"
          allowDeselect={false}
          data={(endpoints.data ?? []).map((item) => ({
            value: item.id,
            label: `${item.name} · ${item.model}${isStandIn(item) ? " · stand-in policy" : ""}`,
          }))}
          value={endpoint?.id ?? null}
          onChange={(value) => setChosen((before) => ({ ...before, endpoint: value }))}
          error={endpoint && !endpoint.keyPresent ? `The environment variable ${endpoint.keyVariable} is not set.` : undefined}
        />
        <Select
          label="Data set"
          allowDeselect={false}
          data={(datasets.data ?? []).map((item) => ({
            value: item.id,
            label: `${item.name} · ${plural(item.cases, "case")} · ${item.role}${item.synthetic ? " · synthetic" : ""}`,
          }))}
          value={dataset?.id ?? null}
          onChange={(value) => setChosen((before) => ({ ...before, dataset: value }))}
        />
        <JudgeSelect project={project} value={judge} onChange={setJudge} />
        {dataset && dataset.role !== "dev" ? (
          <>
            <LookState dataset={dataset} />
            <TextInput
              label="Why look at this set"
              required={dataset.role === "vault"}
              maxLength={2_000}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </>
        ) : null}
        <div className={classes.dialogRow}>
          <NumberInput label="Cases at once" min={1} max={256} value={settings.concurrency} onChange={number("concurrency")} />
          <NumberInput label="Repeats of each case" min={1} max={20} value={settings.repeats} onChange={number("repeats")} />
          <NumberInput label="Seed" min={0} max={2_147_483_647} value={settings.seed} onChange={number("seed")} />
        </div>
        <div className={classes.dialogActions}>
          <span className={classes.small}>
            {dataset ? `${plural(dataset.cases * settings.repeats, "case result")} in all` : "Import a data set first."}
          </span>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={start.isPending} disabled={!version || !endpoint || !dataset}>
            Start
          </Button>
        </div>
      </form>
    </Modal>
  );
}
