import { formatDuration } from "@/components/ui/format";
import { StatusBadge } from "@/components/ui/status-badge";
import type { EndpointTest } from "@/lib/contracts/endpoint";
import classes from "./settings.module.css";

/** What an endpoint test found, step by step. */
export function TestSteps({ test }: { test: EndpointTest }) {
  return (
    <section aria-label="Test result" className={classes.steps}>
      <p aria-live="polite" className={classes.verdict}>
        <StatusBadge status={test.ok ? "passed" : "failed"}>{test.ok ? "It works" : "It does not work yet"}</StatusBadge>
        <span className={classes.faint}>
          {formatDuration(test.durationMs)} in all
          {test.ttftMs === null ? "" : `, first token after ${formatDuration(test.ttftMs)}`}
        </span>
      </p>
      <ol>
        {test.steps.map((step) => (
          <li key={step.name}>
            <StatusBadge status={step.state} />
            <span>{step.name}</span>
            <span className={classes.detail}>{step.detail}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
