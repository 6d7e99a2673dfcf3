"use client";
import { Button, Group, Modal, Select, TextInput } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useState } from "react";
import { projectHref } from "@/components/shell/sections";
import { ErrorState } from "@/components/ui/error-state";
import { formatCount, plural } from "@/components/ui/format";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Judge } from "@/lib/contracts/judge";
import type { Run } from "@/lib/contracts/run";
import classes from "./judges.module.css";

const POLL_MS = 2_000;

interface CalibrateDialogProps {
  project: string;
  judge: Judge;
  onClose: () => void;
}

/** Chooses the labels a judge is measured on, and waits for the runs of its voters that this takes. */
export function CalibrateDialog({ project, judge, onClose }: CalibrateDialogProps) {
  const sets = useQuery(queries.datasets.list.queryOptions({ input: { project } }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const calibrate = useAction({
    mutation: queries.judges.calibrate.mutationOptions(),
    done: ({ calibration }) => calibration && `${judge.name} is measured on ${calibration.datasetName}`,
    invalidate: [queries.judges.key(), queries.runs.key(), queries.gates.key(), queries.audit.key()],
    onDone: ({ calibration }) => {
      if (calibration) onClose();
    },
  });
  const labelled = (sets.data ?? []).filter((set) => set.kind === "judge-labels");
  const set = labelled.find(({ id }) => id === chosen) ?? labelled[0];
  const vault = set?.role === "vault";
  const measure = () => {
    if (set)
      calibrate.mutate({ project, judge: judge.id, dataset: set.id, ...(reason.trim() !== "" && { reason: reason.trim() }) });
  };
  const waiting = calibrate.data?.waiting ?? [];
  return (
    <Modal opened onClose={onClose} title={`Calibrate ${judge.name}`}>
      <ReturnFocus />
      {sets.error ? (
        <ErrorState error={sets.error} />
      ) : waiting.length > 0 ? (
        <Waiting project={project} runs={waiting} onEnded={measure} onAgain={measure} again={calibrate.isPending} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            measure();
          }}
        >
          <Select
            label="Labels"
            description={`Each of its ${plural(judge.voters.length, "voter")} grades every reply; runs that are there already are taken.`}
            required
            data-autofocus
            allowDeselect={false}
            placeholder={sets.data && labelled.length === 0 ? "No set of replies with human labels yet; import one" : undefined}
            data={labelled.map(({ id, name, cases }) => ({ value: id, label: `${name} · ${formatCount(cases)} replies` }))}
            value={set?.id ?? null}
            onChange={setChosen}
          />
          {set && set.role !== "dev" ? (
            <TextInput
              label="Reason"
              description="A run on this set is a look at it."
              mt="sm"
              required={vault}
              maxLength={2_000}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          ) : null}
          <Group mt="md" gap="xs">
            <Button type="submit" loading={calibrate.isPending} disabled={!set || (vault && reason.trim() === "")}>
              Measure
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

interface WaitingProps {
  project: string;
  runs: readonly string[];
  /** All of them are completed. */
  onEnded: () => void;
  /** Replaces those that did not complete. */
  onAgain: () => void;
  again: boolean;
}

function Waiting({ project, runs, onEnded, onAgain, again }: WaitingProps) {
  const details = useQueries({
    queries: runs.map((run) => ({
      ...queries.runs.get.queryOptions({ input: { project, run } }),
      refetchInterval: POLL_MS,
    })),
  });
  const states = details.map(({ data }) => data?.run.status);
  const completed = states.length > 0 && states.every((status) => status === "completed");
  const broken = states.some((status) => status === "failed" || status === "cancelled" || status === "stopped");
  // Asks once more as soon as there is something to measure; what it answers closes the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call is made when the runs end, not when the caller renders anew.
  useEffect(() => {
    if (completed) onEnded();
  }, [completed]);
  return (
    <>
      <p>The voters grade the replies. This goes on when the dialog is closed; calibrate again then to see what came of it.</p>
      <ul className={classes.waiting}>
        {runs.map((run, index) => (
          <li key={run}>
            <Link href={projectHref(project, `/runs/${run}`)}>{run}</Link>: {progressOf(details[index]?.data?.run)}
          </li>
        ))}
      </ul>
      {broken ? (
        <Button variant="default" loading={again} onClick={onAgain}>
          Start them again
        </Button>
      ) : null}
    </>
  );
}

const progressOf = (run: Run | undefined): string =>
  run ? `${run.status}, ${formatCount(run.counts.done)} of ${formatCount(run.counts.total)} graded` : "…";
