import type { Estimate } from "@/lib/contracts/run";
import { formatCount, formatShare } from "./format";
import classes from "./rate.module.css";

interface RateProps {
  estimate: Estimate;
  /** `line`: value, interval and n side by side. `value`: the value, with the rest on hover, for tables that show n elsewhere. */
  show?: "line" | "value";
  size?: "small" | "large";
}

/** A mean in per cent with its 95 % interval, its n, and how many could not be scored. */
export function Rate({ estimate, show = "line", size = "small" }: RateProps) {
  const { mean, low, high, n, unscored } = estimate;
  const interval = low === null || high === null ? null : `${formatShare(low)}–${formatShare(high)}`;
  const counts = `n ${formatCount(n)}${unscored > 0 ? `, ${formatCount(unscored)} unscored` : ""}`;
  const value = (
    <span className={classes.value} data-size={size}>
      {formatShare(mean)}
      {mean !== null && size === "large" && <span className={classes.unit}>%</span>}
    </span>
  );
  if (show === "value") {
    return (
      <span className={classes.rate} title={`${interval ? `95 % interval ${interval}; ` : ""}${counts}`}>
        {value}
        {unscored > 0 && <span className={classes.unscored}>{formatCount(unscored)} unscored</span>}
      </span>
    );
  }
  return (
    <span className={classes.rate}>
      {value}
      {interval && <span className={classes.interval}>{interval}</span>}
      <span className={classes.counts}>
        n {formatCount(n)}
        {unscored > 0 && <span className={classes.unscored}> · {formatCount(unscored)} unscored</span>}
      </span>
    </span>
  );
}
