"use client";
import { Button, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { incidentCounts } from "@/components/runs/incident-counts";
import { plural } from "@/components/ui/format";
import { queries } from "@/lib/client/queries";
import { Evidence } from "@/lib/contracts/release";
import { GateName } from "@/lib/contracts/release-gate";
import { gateWords } from "./gate-words";
import classes from "./releases.module.css";

const kinds = [
  { value: "alarm", label: "An alarm from outside" },
  { value: "served", label: "A request that was served" },
  { value: "case", label: "A case of a run" },
  { value: "gate", label: "A gate" },
];

interface EvidencePickerProps {
  project: string;
  /** Hash of the version that serves now: its runs and requests are offered. */
  version: string | null;
  onAdd: (evidence: Evidence) => void;
}

/** Picks one piece of evidence: a gate, a case of a run, a served request, or an alarm in words with a link. */
export function EvidencePicker({ project, version, onAdd }: EvidencePickerProps) {
  const [kind, setKind] = useState("alarm");
  const [gate, setGate] = useState<string | null>(null);
  const [run, setRun] = useState<string | null>(null);
  const [found, setFound] = useState<string | null>(null);
  const [trajectory, setTrajectory] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [url, setUrl] = useState("");
  const runs = useQuery({
    ...queries.runs.list.queryOptions({ input: { project, ...(version === null ? {} : { version }), limit: 50 } }),
    enabled: kind === "case",
  });
  const results = useQuery({
    ...queries.runs.results.queryOptions({ input: { project, run: run ?? "", show: "wrong", limit: 200 } }),
    enabled: kind === "case" && run !== null,
  });
  const served = useQuery({
    ...queries.serving.list.queryOptions({ input: { project, limit: 100 } }),
    enabled: kind === "served",
  });
  const said = { note: note.trim() };
  const given =
    kind === "gate"
      ? { kind, gate, ...said }
      : kind === "case"
        ? { kind, run, case: found, ...said }
        : kind === "served"
          ? { kind, trajectory, ...said }
          : { kind, url: url.trim(), ...said };
  const parsed = Evidence.safeParse(given);
  const badUrl = kind === "alarm" && url.trim() !== "" && !Evidence.safeParse({ kind, note: "x", url: url.trim() }).success;
  const add = () => {
    if (!parsed.success) return;
    onAdd(parsed.data);
    setNote("");
    setUrl("");
    setFound(null);
    setTrajectory(null);
    setGate(null);
  };
  return (
    <fieldset className={classes.picker}>
      <legend>Evidence</legend>
      <Select label="Kind" allowDeselect={false} data={kinds} value={kind} onChange={(value) => value && setKind(value)} />
      {kind === "gate" && (
        <Select
          label="Gate"
          data={GateName.options.map((value) => ({ value, label: gateWords[value].label }))}
          value={gate}
          onChange={setGate}
        />
      )}
      {kind === "case" && (
        <>
          <Select
            label="Run"
            searchable
            nothingFoundMessage="No run of what serves now"
            data={(runs.data?.items ?? []).map((each) => ({
              value: each.id,
              label: `${each.versionName} on ${each.datasetName} · ${each.createdAt.slice(0, 16).replace("T", " ")}`,
            }))}
            value={run}
            onChange={(value) => {
              setRun(value);
              setFound(null);
            }}
          />
          <Select
            label="Case that is not right"
            searchable
            disabled={run === null}
            nothingFoundMessage="No case of it is wrong"
            data={[...new Map((results.data?.items ?? []).map((row) => [row.case, `${row.case} · ${row.comment}`]))].map(
              ([value, label]) => ({ value, label }),
            )}
            value={found}
            onChange={setFound}
          />
        </>
      )}
      {kind === "served" && (
        <Select
          label="Request"
          searchable
          nothingFoundMessage="No request was served"
          data={(served.data?.items ?? []).map((item) => {
            const incidents = incidentCounts(item.incidents).reduce((sum, { count }) => sum + count, 0);
            return {
              value: item.trajectory,
              label: `${item.at.slice(0, 16).replace("T", " ")} · ${item.comment}${incidents === 0 ? "" : ` · ${plural(incidents, "incident")}`}`,
            };
          })}
          value={trajectory}
          onChange={setTrajectory}
        />
      )}
      <Textarea
        label={kind === "alarm" ? "What went off" : "Note"}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={2_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {kind === "alarm" && (
        <TextInput
          label="Link"
          placeholder="https://alerts.example/1234"
          value={url}
          error={badUrl ? "must be an http or https address" : null}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      )}
      <Button variant="default" size="compact-xs" disabled={!parsed.success || badUrl} onClick={add} className={classes.add}>
        Add it
      </Button>
    </fieldset>
  );
}
