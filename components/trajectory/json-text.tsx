import type { JsonValue } from "@/lib/contracts/ids";
import { compactJson } from "./compact-json";
import classes from "./trajectory.module.css";

function single(value: JsonValue): string | null {
  if (value === null || typeof value !== "object") return typeof value === "string" ? value : JSON.stringify(value);
  const line = JSON.stringify(value);
  return line.length <= 90 ? line : null;
}

/** A JSON value: short ones on one line, long ones folded under `label` and indented. */
export function JsonText({ label, value, open = false }: { label: string; value: JsonValue; open?: boolean }) {
  const line = single(value);
  if (line !== null && !line.includes("\n") && line.length <= 160) {
    return (
      <div className={classes.reason}>
        <span className={classes.faint}>{label}</span> <code>{line}</code>
      </div>
    );
  }
  return (
    <details className={classes.details} open={open}>
      <summary>{label}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={classes.pre} tabIndex={0}>
        {typeof value === "string" ? value : compactJson(value)}
      </pre>
    </details>
  );
}
