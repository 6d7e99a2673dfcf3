"use client";

import { Button, Modal, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Campaign } from "@/lib/contracts/evolution";
import classes from "./evolve.module.css";

interface AnotherStageDialogProps {
  project: string;
  campaign: Campaign;
  /** Stage to begin from. */
  parent: string | null;
  onClose: () => void;
}

/** Begins a stage from an evaluated one: by diagnosis, or with a version that is there already. */
export function AnotherStageDialog({ project, campaign, parent, onClose }: AnotherStageDialogProps) {
  const router = useRouter();
  const versions = useQuery(queries.versions.list.queryOptions({ input: { project } }));
  const evaluated = campaign.stages.filter((stage) => stage.run !== null && stage.step !== "evaluate");
  const [from, setFrom] = useState(parent ?? campaign.selectedStage ?? evaluated.at(-1)?.id ?? null);
  const [name, setName] = useState("");
  const [version, setVersion] = useState<string | null>(null);
  const create = useAction({
    mutation: queries.stages.create.mutationOptions(),
    invalidate: [queries.campaigns.key()],
    onDone: (stage) => router.push(`/p/${project}/evolve/${campaign.id}/${stage.id}`),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!from) return;
    create.mutate({
      project,
      campaign: campaign.id,
      parent: from,
      ...(name.trim() === "" ? {} : { name: name.trim() }),
      ...(version === null ? {} : { version }),
    });
  };
  return (
    <Modal opened onClose={onClose} title="Another stage" size="md">
      <ReturnFocus />
      <form className={classes.form} onSubmit={submit}>
        <Select
          label="Begin from"
          description="The failures of its run are diagnosed, and its version is edited."
          allowDeselect={false}
          data={evaluated.map((stage) => ({
            value: stage.id,
            label: `${stage.name} · ${stage.version?.slice(0, 8) ?? ""}${stage.id === campaign.selectedStage ? " · selected checkpoint" : ""}`,
          }))}
          value={from}
          onChange={setFrom}
          error={evaluated.length === 0 ? "Evaluate a stage first." : undefined}
        />
        <TextInput
          label="Name"
          placeholder="Evolution, numbered by itself"
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Version"
          description="Leave empty to diagnose and edit. With a version the stage goes straight to its evaluation."
          placeholder="Made in this stage"
          searchable
          clearable
          data={(versions.data ?? [])
            .filter((item) => item.kind === campaign.kind)
            .map((item) => ({ value: item.hash, label: `${item.name} · ${item.hash.slice(0, 8)}` }))}
          value={version}
          onChange={setVersion}
        />
        <div className={classes.end}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" disabled={!from} loading={create.isPending}>
            Begin the stage
          </Button>
        </div>
      </form>
    </Modal>
  );
}
