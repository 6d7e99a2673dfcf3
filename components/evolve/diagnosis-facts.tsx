import { formatCount, plural } from "@/components/ui/format";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Diagnosis } from "@/lib/contracts/evolution";
import classes from "./evolve.module.css";

/** Who diagnosed, what was looked at, and what of the analyst's output could not be used. */
export function DiagnosisFacts({ diagnosis }: { diagnosis: Diagnosis }) {
  const { analyst, failures, quarantined, clusters, invalid } = diagnosis;
  return (
    <div className={classes.small}>
      <p>
        {analyst.kind === "heuristic" ? (
          <>
            Heuristic analyst, a program and not an LLM <Mark kind="heuristic" />
          </>
        ) : (
          `LLM analyst, endpoint ${analyst.endpoint ?? "unknown"}`
        )}
        , <RelativeTime at={diagnosis.at} />: {plural(failures, "failure")} in {plural(clusters.length, "cluster")}
        {quarantined > 0 ? `, ${formatCount(quarantined)} infrastructure failures kept apart` : ""}.
      </p>
      {invalid.length > 0 ? (
        <details>
          <summary>{plural(invalid.length, "output")} of the analyst could not be used</summary>
          <ul className={classes.problems}>
            {invalid.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is part of a stored diagnosis and never changes
              <li key={index}>
                <strong>{item.what}</strong>: {item.why}
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
                <pre className={classes.pre} tabIndex={0}>
                  {item.excerpt}
                </pre>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
