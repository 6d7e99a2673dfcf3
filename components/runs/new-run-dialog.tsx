"use client";

import { Alert, Button, Modal, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useMemo, useState } from "react";
import { LookState } from "@/components/cases/look-state";
import { JudgeSelect } from "@/components/judges/judge-select";
import { describeError } from "@/components/ui/describe-error";
import { plural } from "@/components/ui/format";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { isStandIn } from "@/lib/contracts/endpoint";
import { fittingSets } from "./fitting-sets";
import classes from "./run-dialog.module.css";
import { defaultFields, parseFields, type RunFields } from "./run-form";
import { type PreviewInput, RunCost } from "./run-preview";
import { RunSettingsInputs } from "./run-settings-fields";

interface NewRunDialogProps {
  project: string;
  /** Choices made before the dialog opens, for example by a link from a version or a data set. */
  initial: { version: string | null; endpoint: string | null; dataset: string | null };
  onClose: () => void;
}

/** Chooses version, endpoint, data set and settings, shows what the run will likely take, starts it and goes to it. */
export function NewRunDialog({ project, initial, onClose }: NewRunDialogProps) {
  const router = useRouter();
  const versions = useQuery(queries.versions.list.queryOptions({ input: { project } }));
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const datasets = useQuery(queries.datasets.list.queryOptions({ input: { project } }));
  const [chosen, setChosen] = useState(initial);
  const [fields, setFields] = useState(defaultFields);
  const [shown, setShown] = useState(false);
  const [reason, setReason] = useState("");
  const [judge, setJudge] = useState<string | null>(null);
  const all = versions.data ?? [];
  const version =
    all.find((item) => chosen.version !== null && item.hash.startsWith(chosen.version)) ??
    all.find((item) => item.kind === "agent") ??
    all[0];
  const sets = fittingSets(version?.kind ?? "agent", datasets.data ?? []);
  const endpoint = endpoints.data?.find((item) => item.id === chosen.endpoint) ?? endpoints.data?.[0];
  const dataset = sets.find((item) => item.id === chosen.dataset) ?? sets[0];
  const start = useAction({
    mutation: queries.runs.start.mutationOptions(),
    invalidate: [queries.runs.list.key()],
    onDone: (run) => router.push(`/p/${project}/runs/${run.id}`),
  });
  const { settings, problems } = useMemo(() => parseFields(fields), [fields]);
  // What a run may take does not hang on whether it may end early.
  const whole = useMemo(() => parseFields({ ...fields, early: "none" }).settings, [fields]);
  const judges = version?.kind === "judge";
  const [versionHash, endpointId, datasetId] = [version?.hash, endpoint?.id, dataset?.id];
  const input = useMemo<PreviewInput | null>(() => {
    if (!versionHash || !endpointId || !datasetId || !whole) return null;
    // A judge's own run is scored by the labels alone.
    const chosenJudge = judge === null || judges ? {} : { judge };
    return { project, version: versionHash, endpoint: endpointId, dataset: datasetId, settings: whole, ...chosenJudge };
  }, [project, versionHash, endpointId, datasetId, whole, judge, judges]);
  const unexplained = dataset?.role === "vault" && reason.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
    if (input && settings && !unexplained)
      start.mutate({ ...input, settings, ...(reason.trim() !== "" && { reason: reason.trim() }) });
  };
  const change = (next: Partial<RunFields>) => setFields((before) => ({ ...before, ...next }));
  const error = versions.error ?? endpoints.error ?? datasets.error;
  return (
    <Modal opened onClose={onClose} title="New run" size={860}>
      <ReturnFocus />
      <form className={classes.columns} noValidate onSubmit={submit}>
        <div className={classes.form}>
          {error ? <Alert color="red">{describeError(error).cause}</Alert> : null}
          <Select
            label="Version"
            searchable
            allowDeselect={false}
            data-autofocus
            openOnFocus={false}
            nothingFoundMessage="No version has this name"
            data={all.map((item) => ({
              value: item.hash,
              label: `${item.name} · ${item.hash.slice(0, 8)}${item.kind === "judge" ? " · judge" : ""}${item.errors > 0 ? ` · ${plural(item.errors, "error")}` : ""}`,
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
            data={sets.map((item) => ({
              value: item.id,
              label: `${item.name} · ${plural(item.cases, "case")} · ${item.role}${item.synthetic ? " · synthetic" : ""}`,
            }))}
            value={dataset?.id ?? null}
            onChange={(value) => {
              setChosen((before) => ({ ...before, dataset: value }));
              change({ base: null });
            }}
          />
          {judges ? null : <JudgeSelect project={project} value={judge} onChange={setJudge} />}
          {dataset && dataset.role !== "dev" ? (
            <>
              <LookState dataset={dataset} />
              <TextInput
                label="Why look at this set"
                required={dataset.role === "vault"}
                maxLength={2_000}
                value={reason}
                error={shown && unexplained ? "A vault is looked at for a reason only: say it" : undefined}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            </>
          ) : null}
          <RunSettingsInputs
            project={project}
            dataset={datasetId ?? null}
            fields={fields}
            problems={shown ? problems : {}}
            change={change}
          />
          <div className={classes.actions}>
            {datasets.data && !dataset ? (
              <span className={classes.basis}>Import {judges ? "replies with human labels" : "a data set"} first.</span>
            ) : null}
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button type="submit" loading={start.isPending} disabled={!version || !endpoint || !dataset}>
              Start
            </Button>
          </div>
        </div>
        <RunCost input={input} mayEndEarly={fields.early !== "none"} />
      </form>
    </Modal>
  );
}
