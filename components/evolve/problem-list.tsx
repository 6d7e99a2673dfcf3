import { StatusBadge } from "@/components/ui/status-badge";
import type { Diagnostic } from "@/lib/contracts/harness";
import classes from "./evolve.module.css";

/** Problems with their place in the bundle. */
export function ProblemList({ problems }: { problems: Diagnostic[] }) {
  return (
    <ul className={classes.problems}>
      {problems.map((problem) => (
        <li key={`${problem.path}:${problem.line}:${problem.column}:${problem.code}:${problem.message}`}>
          <StatusBadge status={problem.severity} />{" "}
          <code>
            {problem.path}:{problem.line}
          </code>{" "}
          {problem.message}
        </li>
      ))}
    </ul>
  );
}
