"use client";

import { Alert, Button, Modal, NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { fittingSets } from "@/components/runs/fitting-sets";
import { describeError } from "@/components/ui/describe-error";
import { plural } from "@/components/ui/format";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { isStandIn } from "@/lib/contracts/endpoint";
import { RunSettings } from "@/lib/contracts/run-settings";
import classes from "./evolve.module.css";

const NO_SET = {
  agent: "Import a dev set first.",
  judge: "Import replies with human labels as a dev set first.",
} as const;

/**
 * Fixes policy, dev set and seed for a campaign and names the version it starts from. A judge as the first version makes it a
 * judge campaign, on replies with human labels.
 */
export function CreateCampaignDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const router = useRouter();
  const versions = useQuery(queries.versions.list.queryOptions({ input: { project } }));
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const datasets = useQuery(queries.datasets.list.queryOptions({ input: { project } }));
  const [name, setName] = useState("");
  const [seed, setSeed] = useState(1);
  const [chosen, setChosen] = useState<Record<"version" | "endpoint" | "dataset" | "heldOut", string | null>>({
    version: null,
    endpoint: null,
    dataset: null,
    heldOut: null,
  });
  const first = versions.data?.find((item) => item.hash === chosen.version) ?? versions.data?.[0];
  const version = first?.hash ?? null;
  const kind = first?.kind ?? "agent";
  const sets = (role: "dev" | "gate") => fittingSets(kind, datasets.data ?? []).filter((item) => item.role === role);
  const endpoint = chosen.endpoint ?? endpoints.data?.[0]?.id ?? null;
  const dataset = chosen.dataset ?? sets("dev")[0]?.id ?? null;
  const heldOut = chosen.heldOut ?? sets("gate")[0]?.id ?? null;
  const create = useAction({
    mutation: queries.campaigns.create.mutationOptions(),
    invalidate: [queries.campaigns.key()],
    onDone: (campaign) => router.push(`/p/${project}/evolve/${campaign.id}`),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!version || !endpoint || !dataset || name.trim() === "") return;
    create.mutate({
      project,
      name: name.trim(),
      kind,
      endpoint,
      dataset,
      version,
      seed,
      ...(heldOut && heldOut !== "none" ? { heldOutDataset: heldOut } : {}),
    });
  };
  // Another kind of version is run on other sets.
  const chooseVersion = (value: string | null) =>
    setChosen((before) => {
      const other = versions.data?.find((item) => item.hash === value)?.kind !== kind;
      return { ...before, version: value, ...(other && { dataset: null, heldOut: null }) };
    });
  const choose = (key: keyof typeof chosen) => (value: string | null) => setChosen((before) => ({ ...before, [key]: value }));
  const setOption = (item: { id: string; name: string; cases: number; synthetic: boolean }) => ({
    value: item.id,
    label: `${item.name} · ${plural(item.cases, "case")}${item.synthetic ? " · synthetic" : ""}`,
  });
  const error = versions.error ?? endpoints.error ?? datasets.error;
  return (
    <Modal opened onClose={onClose} title="New campaign">
      <ReturnFocus />
      <form className={classes.form} onSubmit={submit}>
        <p className={classes.faint}>
          A campaign holds policy and dev set fixed, so that every difference between its stages comes from the harness.
        </p>
        {error ? <Alert color="red">{describeError(error).cause}</Alert> : null}
        <TextInput
          label="Name"
          placeholder="After-sales, May"
          required
          data-autofocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="First version"
          description={
            kind === "judge" ? "A judge: the campaign raises its agreement with people, on replies they labelled." : undefined
          }
          searchable
          allowDeselect={false}
          data={(versions.data ?? []).map((item) => ({
            value: item.hash,
            label: `${item.name} · ${item.hash.slice(0, 8)}${item.kind === "judge" ? " · judge" : ""}`,
          }))}
          value={version}
          onChange={chooseVersion}
        />
        <Select
          label={kind === "judge" ? "Endpoint of the judge" : "Policy endpoint"}
          description="Fixed for the campaign."
          allowDeselect={false}
          data={(endpoints.data ?? []).map((item) => ({
            value: item.id,
            label: `${item.name} · ${item.model}${isStandIn(item) ? " · stand-in policy" : ""}`,
          }))}
          value={endpoint}
          onChange={choose("endpoint")}
        />
        <Select
          label="Dev set"
          description="Fixed for the campaign. The analyst reads its trajectories."
          allowDeselect={false}
          data={sets("dev").map(setOption)}
          value={dataset}
          onChange={choose("dataset")}
          error={datasets.data && sets("dev").length === 0 ? NO_SET[kind] : undefined}
        />
        <Select
          label="Held-out set"
          description="Never seen by the analyst; looked at seldom."
          allowDeselect={false}
          data={[...sets("gate").map(setOption), { value: "none", label: "None" }]}
          value={heldOut ?? "none"}
          onChange={choose("heldOut")}
        />
        <NumberInput
          label="Seed"
          description="Every stage runs with it, so that stages differ by harness alone."
          min={0}
          max={2_147_483_647}
          w={200}
          value={seed}
          onChange={(value) => {
            const parsed = RunSettings.shape.seed.safeParse(value);
            if (parsed.success) setSeed(parsed.data);
          }}
        />
        <div className={classes.end}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={create.isPending} disabled={!version || !endpoint || !dataset || name.trim() === ""}>
            Make the campaign
          </Button>
        </div>
      </form>
    </Modal>
  );
}
