import { formatCount, plural } from "@/components/ui/format";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { durationText } from "./duration-text";
import classes from "./trajectory.module.css";
import { waterfall } from "./waterfall-model";

/** Where the time and the tokens of a trajectory went, and why it ended. */
export function TrajectoryFacts({ trajectory }: { trajectory: Trajectory }) {
  const { timings, usage, stopReason, failure } = trajectory;
  const { restMs } = waterfall(trajectory).totals;
  // Hooks of one event run side by side, so what is beyond their own time was waiting.
  const ownMs = trajectory.steps.reduce((sum, step) => sum + (step.type === "hook" ? step.durationMs : 0), 0);
  const waitedMs = timings.hookMs - ownMs;
  return (
    <div>
      <p className={classes.faint}>
        {stopReason} after {durationText(timings.wallMs)}: model {durationText(timings.modelMs)}, tools{" "}
        {durationText(timings.toolMs)}, Hooks {durationText(timings.hookMs)}
        {waitedMs >= 1 ? ` (${durationText(waitedMs)} of it waiting for the sandbox)` : ""}, the rest {durationText(restMs)}
        {timings.ttftMs === null ? "" : `, first token ${durationText(timings.ttftMs)}`} · {plural(usage.calls, "model call")},{" "}
        {formatCount(usage.promptTokens)} + {formatCount(usage.completionTokens)} tokens · seed {trajectory.seed}
      </p>
      {failure ? (
        <p className={classes.bad} role="alert">
          {failure.type}: {failure.message}
        </p>
      ) : null}
    </div>
  );
}
