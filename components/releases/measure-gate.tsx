"use client";
import { Button, Progress, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { LookState } from "@/components/cases/look-state";
import { useMay } from "@/components/people/use-may";
import { isOver, statusWords } from "@/components/runs/run-state";
import { projectHref } from "@/components/shell/sections";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { useAction } from "@/components/ui/use-action";
import { useNow } from "@/components/ui/use-now";
import { queries } from "@/lib/client/queries";
import type { GateRemedy, GateReport, GateVerdict } from "@/lib/contracts/release-gate";
import type { Run } from "@/lib/contracts/run";
import { gateWords } from "./gate-words";
import classes from "./gates.module.css";
import { givesWhat, howFar } from "./run-state-words";

function RunProgress({ project, run }: { project: string; run: Run }) {
  const now = useNow();
  const { done, total } = run.counts;
  return (
    <div className={classes.progress}>
      <Link href={projectHref(project, `/runs/${run.id}`)}>
        {run.versionName} on {run.datasetName}
      </Link>
      <Progress
        value={total === 0 ? 0 : (done / total) * 100}
        size="sm"
        aria-label={`${run.versionName} on ${run.datasetName}: ${done} of ${total} cases`}
      />
      <span className={classes.small} role="status">
        {howFar(run, Math.max(now, Date.now()))}
      </span>
    </div>
  );
}

function RemedyLine({ remedy, last }: { remedy: GateRemedy; last: Run | undefined }) {
  const { concurrency, repeats } = remedy.settings;
  return (
    <li>
      {remedy.of === "production" ? "What production serves, " : ""}
      <strong>{remedy.versionName}</strong> <code>{remedy.version.slice(0, 8)}</code> with {remedy.endpoint} on{" "}
      <strong>{remedy.datasetName}</strong>
      {remedy.judge === null ? "" : `, scored by ${remedy.judge}`}, {plural(concurrency, "case")} at once
      {repeats > 1 ? `, ${repeats} times each` : ""}
      {last && last.status !== "completed" ? (
        <span className={classes.small}>
          {" "}
          The last such run: {statusWords(last)}
          {last.reason ? `, ${last.reason}` : ""}
        </span>
      ) : null}
    </li>
  );
}

interface MeasureGateProps {
  report: GateReport;
  gate: GateVerdict;
  /** The newest runs that give the gates what they lack. */
  runs: readonly Run[];
  /** Endpoint that was asked about; null: what the channel serves. */
  endpoint: string | null;
}

/** The runs that would give a gate what it lacks: what they are, the button that starts them, how far they are. */
export function MeasureGate({ report, gate, runs, endpoint }: MeasureGateProps) {
  const { project, channel, version } = report;
  const label = gateWords[gate.name].short;
  const [reason, setReason] = useState(`The ${label} gate of ${report.versionName}, before it is promoted`);
  const datasets = useQuery(queries.datasets.list.queryOptions({ input: { project } }));
  const measure = useAction({
    mutation: queries.gates.measure.mutationOptions(),
    done: (started) => (started.length === 0 ? "Nothing is missing any more" : `${plural(started.length, "run")} started`),
    invalidate: [queries.runs.list.key(), queries.gates.report.key()],
  });
  const { may, why } = useMay("developer", project);
  const newest = (remedy: GateRemedy) => runs.find((run) => givesWhat(remedy, run));
  const live = gate.remedies.flatMap((remedy) => {
    const run = newest(remedy);
    return run && !isOver(run.status) ? [run] : [];
  });
  const idle = gate.remedies.filter((remedy) => !live.some((run) => givesWhat(remedy, run)));
  const guarded = (datasets.data ?? []).filter(({ id, role }) => role !== "dev" && idle.some((remedy) => remedy.dataset === id));
  return (
    <div className={classes.measure}>
      {live.map((run) => (
        <RunProgress key={run.id} project={project} run={run} />
      ))}
      {idle.length > 0 && (
        <>
          <p>{idle.length === 1 ? "It lacks this run:" : "It lacks these runs:"}</p>
          <ul>
            {idle.map((remedy) => (
              <RemedyLine key={`${remedy.of} ${remedy.version} ${remedy.dataset}`} remedy={remedy} last={newest(remedy)} />
            ))}
          </ul>
          {guarded.map((dataset) => (
            <LookState key={dataset.id} dataset={dataset} />
          ))}
          <div className={classes.measureLine}>
            {guarded.length > 0 && (
              <TextInput
                className={classes.grow}
                label={`Why look at ${guarded.map(({ name, role }) => `${name}, a ${role} set`).join(" and ")}`}
                maxLength={2_000}
                required
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            )}
            <Button
              variant="default"
              leftSection={<Icon name="play" />}
              loading={measure.isPending}
              title={why ?? undefined}
              disabled={!may || datasets.isPending || (guarded.length > 0 && reason.trim() === "")}
              aria-label={idle.length === 1 ? `Run it: ${label}` : `Run them: ${label}`}
              onClick={() =>
                measure.mutate({
                  project,
                  channel,
                  version,
                  ...(endpoint === null ? {} : { endpoint }),
                  gate: gate.name,
                  ...(guarded.length > 0 ? { reason: reason.trim() } : {}),
                })
              }
            >
              {idle.length === 1 ? "Run it" : "Run them"}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
