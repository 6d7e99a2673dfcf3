import { plural } from "@/components/ui/format";
import type { Case, Metric } from "@/lib/contracts/case";
import { JsonText } from "./case-situation";
import classes from "./cases.module.css";
import { checkText, labelText } from "./check-text";

const metrics: readonly { metric: Metric; title: string }[] = [
  { metric: "accuracy", title: "Accuracy: the reply" },
  { metric: "effectiveness", title: "Effectiveness: the reply" },
];

/** What the reply must do, the reference, and the recorded tool returns. */
export function CaseChecks({ item }: { item: Case }) {
  const labels = item.checks.filter((check) => check.kind === "human-label");
  const tables = Object.entries(item.fixtures);
  return (
    <section aria-label={labels.length > 0 ? "Labels" : "Checks"}>
      {labels.length > 0 && (
        <div className={classes.checks}>
          <h2>What people said of the reply</h2>
          <ul>
            {labels.map((check) => (
              <li key={check.id}>{labelText(check)}</li>
            ))}
          </ul>
        </div>
      )}
      {metrics.map(({ metric, title }) => {
        const checks = item.checks.filter((check) => check.metric === metric && check.kind !== "human-label");
        if (checks.length === 0) return null;
        return (
          <div key={metric} className={classes.checks}>
            <h2>{title}</h2>
            <ul>
              {checks.map((check) => (
                <li key={check.id}>
                  {checkText(check)}
                  <span className={classes.faint}>
                    {" "}
                    · {check.id}
                    {metric === "effectiveness" && !check.core && ", half the score"}
                  </span>
                  {check.description && <div className={classes.faint}>{check.description}</div>}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      {item.reference && (
        <>
          <h2 className={classes.gap}>Reference reply</h2>
          <p className={classes.reference}>{item.reference}</p>
        </>
      )}
      {tables.length > 0 && (
        <>
          <h2 className={classes.gap}>Recorded tool returns of this case</h2>
          {tables.map(([table, entries]) => (
            <details key={table} className={classes.fixture}>
              <summary>
                <code>{table}</code> <span className={classes.faint}>{plural(entries.length, "return")}</span>
              </summary>
              {entries.map((entry) => (
                <div key={JSON.stringify(entry)} className={classes.entry}>
                  <div>
                    <span className={classes.faint}>for </span>
                    {Object.keys(entry.match).length === 0 ? "every call" : <code>{JSON.stringify(entry.match)}</code>}
                  </div>
                  {entry.error ? (
                    <div>
                      fails: {entry.error.type}, {entry.error.message}
                    </div>
                  ) : (
                    <JsonText value={entry.result ?? null} />
                  )}
                </div>
              ))}
            </details>
          ))}
        </>
      )}
    </section>
  );
}
