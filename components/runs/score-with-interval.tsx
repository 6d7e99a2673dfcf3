import { formatShare } from "@/components/ui/format";
import type { Estimate } from "@/lib/contracts/run";
import classes from "./runs.module.css";

/** A score with its 95 % interval behind it, for a table that shows n and unscored in columns of their own. */
export function ScoreWithInterval({ estimate }: { estimate: Estimate }) {
  return (
    <>
      {formatShare(estimate.mean)}{" "}
      <span className={classes.small}>
        {estimate.low === null ? "" : `${formatShare(estimate.low)}–${formatShare(estimate.high)}`}
      </span>
    </>
  );
}
