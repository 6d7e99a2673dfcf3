import { formatCount, plural } from "@/components/ui/format";
import type { Entry } from "@/lib/contracts/evolution";
import { CaseLinks } from "./case-links";
import classes from "./evolve.module.css";
import { ProblemList } from "./problem-list";

/** What an entry is expected to do: what it should fix, what it puts at risk, what it costs, and what is wrong with it. */
export function Consequences({ project, run, entry }: { project: string; run: string; entry: Entry }) {
  const predicted = new Set(entry.predictedRisks);
  const touched = [...entry.touched].sort((a, b) => Number(predicted.has(b)) - Number(predicted.has(a)));
  const elsewhere = entry.predictedRisks.filter((id) => !entry.touched.includes(id));
  return (
    <section aria-label="Consequences">
      <h2>Consequences</h2>
      <dl className={classes.figures}>
        <div>
          <dt>Failures it should fix, as the analyst predicts</dt>
          <dd>
            <span className={classes.figure}>{formatCount(entry.predictedFixes.length)}</span>
            <CaseLinks project={project} run={run} cases={entry.predictedFixes} limit={4} />
          </dd>
        </div>
        <div>
          <dt>Passing cases at risk, whose trajectory used what it edits</dt>
          <dd>
            <span className={classes.figure}>{formatCount(entry.touched.length)}</span>
            {predicted.size > 0 ? (
              <span className={classes.small}>
                {" "}
                {plural(predicted.size, "of them named", "of them named")} by the analyst, first here
              </span>
            ) : null}
            <CaseLinks project={project} run={run} cases={[...touched, ...elsewhere]} limit={4} />
          </dd>
        </div>
        <div>
          <dt>Tokens added</dt>
          <dd className={classes.figure}>
            {entry.tokensAdded > 0 ? "+" : entry.tokensAdded < 0 ? "−" : ""}
            {formatCount(Math.abs(entry.tokensAdded))}
          </dd>
        </div>
        <div>
          <dt>Problems found when it was verified</dt>
          <dd>{entry.diagnostics.length === 0 ? "None" : <ProblemList problems={entry.diagnostics} />}</dd>
        </div>
      </dl>
    </section>
  );
}
