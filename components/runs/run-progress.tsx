"use client";

import { Button, Modal, Progress } from "@mantine/core";
import { useState } from "react";
import { formatCount, formatDuration, formatShare, plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { StatusBadge } from "@/components/ui/status-badge";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Run, RunProgress } from "@/lib/contracts/run";
import { formatRate, formatRemaining } from "./format";
import { heldText, paceText, spentText, workersText } from "./progress-words";
import { isOver } from "./run-state";
import classes from "./runs.module.css";
import { useRunProgress } from "./use-run-progress";

/** How wide it goes, what holds it up, what it has spent and who works. */
function Conditions({ run, progress }: { run: Run; progress: RunProgress }) {
  const { concurrency, spent, workers } = progress;
  const going = concurrency !== null && progress.status === "running";
  const parts = [
    going ? paceText(concurrency, run) : null,
    going ? heldText(concurrency) : null,
    spentText(spent, run.settings.budget),
    workers === 0 ? null : workersText(workers),
  ];
  return (
    <div className={`${classes.progressLine} ${classes.small}`}>
      {parts.flatMap((text) => (text === null ? [] : [<span key={text}>{text}</span>]))}
      {workers === 0 ? (
        <span className={classes.warned} role="status">
          <Icon name="warning" /> {workersText(workers)}
        </span>
      ) : null}
    </div>
  );
}

/** A run while it is not over: how far, how fast, how well so far; pause, resume, cancel. */
export function RunProgressPanel({ run }: { run: Run }) {
  const { progress, interrupted } = useRunProgress(run);
  const [asking, setAsking] = useState(false);
  const invalidate = [queries.runs.get.key(), queries.runs.list.key()];
  const pause = useAction({ mutation: queries.runs.pause.mutationOptions(), invalidate });
  const resume = useAction({ mutation: queries.runs.resume.mutationOptions(), invalidate });
  const cancel = useAction({
    mutation: queries.runs.cancel.mutationOptions(),
    invalidate: [...invalidate, queries.stages.key({ type: "query" }), queries.campaigns.key()],
    onDone: () => setAsking(false),
  });
  if (isOver(run.status)) return null;
  const input = { project: run.project, run: run.id };
  const status = progress?.status ?? run.status;
  const counts = progress?.counts ?? run.counts;
  const share = counts.total === 0 ? 0 : (counts.done / counts.total) * 100;
  const bad = counts.failed + counts.unscored;
  return (
    <section className={classes.progress} aria-label="Progress">
      <div className={classes.progressHead}>
        <div className={classes.progressLine}>
          <StatusBadge status={status} />
          <strong>
            {formatCount(counts.done)} of {plural(counts.total, "case")}
          </strong>
          {status === "paused" ? null : (
            <span>
              {progress?.rate == null ? "waiting for the first cases" : `${formatRate(progress.rate)} cases a second`}
              {progress?.etaSeconds == null ? "" : `, ${formatRemaining(progress.etaSeconds)} left`}
            </span>
          )}
          <span title="Failed: the harness or the policy gave no reply, scored 0. Unscored: nothing can be said.">
            {formatCount(counts.failed)} failed, {formatCount(counts.unscored)} unscored
          </span>
          {counts.done === 0 ? null : (
            <>
              <span>
                latency P50 {formatDuration(progress?.latency.p50)}, P95 {formatDuration(progress?.latency.p95)}
              </span>
              <span>
                so far Accuracy {formatShare(progress?.accuracy)} %, Effectiveness {formatShare(progress?.effectiveness)} %
              </span>
            </>
          )}
        </div>
        <div className={classes.progressActions}>
          {status === "paused" ? (
            <Button
              variant="default"
              leftSection={<Icon name="play" />}
              loading={resume.isPending}
              onClick={() => resume.mutate(input)}
            >
              Resume
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<Icon name="pause" />}
              loading={pause.isPending}
              onClick={() => pause.mutate(input)}
            >
              Pause
            </Button>
          )}
          <Button variant="default" leftSection={<Icon name="stop" />} onClick={() => setAsking(true)}>
            Cancel
          </Button>
        </div>
      </div>
      {progress ? <Conditions run={run} progress={progress} /> : null}
      <Progress value={share} color={bad > 0 ? "orange" : "blue"} size="sm" aria-label={`${share.toFixed(0)} per cent done`} />
      {interrupted ? (
        <p className={classes.small} role="status">
          The live connection is lost. Connecting again; the run itself goes on.
        </p>
      ) : null}
      <Modal opened={asking} onClose={() => setAsking(false)} title="Cancel this run" size="md">
        <div className={classes.dialogForm}>
          <p>
            {plural(counts.done, "finished case")} {counts.done === 1 ? "is" : "are"} kept. The{" "}
            {formatCount(counts.total - counts.done)} that are left will not be run, and a cancelled run cannot be resumed. To
            stop for a while, pause it.
          </p>
          <div className={classes.dialogActions}>
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              Keep running
            </Button>
            <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate(input)}>
              Cancel the run
            </Button>
          </div>
        </div>
      </Modal>
    </section>
  );
}
