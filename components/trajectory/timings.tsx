import { formatCount, plural } from "@/components/ui/format";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { durationText } from "./duration-text";
import classes from "./trajectory.module.css";
import { waterfall } from "./waterfall-model";

/** Where the time and the tokens of a trajectory went, and why it ended. */
export function TrajectoryFacts({ trajectory }: { trajectory: Trajectory }) {
  const { timings, usage, stopReason, failure } = trajectory;
  const { restMs } = waterfall(trajectory).totals;
  return (
    <div>
      <p className={classes.faint}>
        {stopReason} after {durationText(timings.wallMs)}: model {durationText(timings.modelMs)}, tools{" "}
        {durationText(timings.toolMs)}, Hooks {durationText(timings.hookMs)}, the rest {durationText(restMs)}
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
