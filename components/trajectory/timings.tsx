import { formatCount, formatDuration, plural } from "@/components/ui/format";
import type { Trajectory } from "@/lib/contracts/trajectory";
import classes from "./trajectory.module.css";

/** Where the time and the tokens of a trajectory went, and why it ended. */
export function TrajectoryFacts({ trajectory }: { trajectory: Trajectory }) {
  const { timings, usage, stopReason, failure } = trajectory;
  return (
    <div>
      <p className={classes.faint}>
        {stopReason} after {formatDuration(timings.wallMs)}: model {formatDuration(timings.modelMs)}, tools{" "}
        {formatDuration(timings.toolMs)}, Hooks {formatDuration(timings.hookMs)}
        {timings.ttftMs === null ? "" : `, first token ${formatDuration(timings.ttftMs)}`} · {plural(usage.calls, "model call")},{" "}
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
