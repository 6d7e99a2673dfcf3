import { StatusBadge } from "@/components/ui/status-badge";
import type { CheckResult } from "@/lib/contracts/run";
import classes from "./runs.module.css";

const rank = { failed: 0, unscored: 1, passed: 2 };

/** Every check of a case with its verdict and why, failed ones first. */
export function ChecksList({ checks }: { checks: CheckResult[] }) {
  const ordered = [...checks].sort((a, b) => rank[a.verdict] - rank[b.verdict]);
  return (
    <ul className={classes.checks}>
      {ordered.map((check) => (
        <li key={check.id}>
          <StatusBadge status={check.verdict} />
          <div className={classes.checkText}>
            {check.id}{" "}
            <span className={classes.small}>
              {check.kind}, {check.metric}
              {check.core ? ", core" : ""}
            </span>
            <div>{check.why}</div>
          </div>
        </li>
      ))}
    </ul>
  );
}
