import Link from "next/link";
import { caseHref } from "@/components/runs/case-filters";
import { formatShare, plural } from "@/components/ui/format";
import type { Cluster, Quote } from "@/lib/contracts/evolution";
import classes from "./evolve.module.css";

interface ClusterDetailProps {
  project: string;
  /** Run whose failures were clustered. */
  run: string;
  cluster: Cluster;
}

/** Quotes from trajectories, each leading to its step. */
export function QuoteList({ project, run, quotes }: { project: string; run: string; quotes: Quote[] }) {
  return (
    <ul className={classes.quotes}>
      {quotes.map((quote) => (
        <li key={`${quote.case}#${quote.step}#${quote.text}`}>
          <q>{quote.text}</q>{" "}
          <Link className={classes.small} href={caseHref(project, run, { case: quote.case, repeat: 0, step: quote.step })}>
            {quote.case}, step {quote.step}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Links to cases of a run; beyond `limit` only their number. */
export function CaseLinks({ project, run, cases, limit = 8 }: { project: string; run: string; cases: string[]; limit?: number }) {
  const link = (id: string) => (
    <Link key={id} href={caseHref(project, run, { case: id, repeat: 0 })}>
      {id}
    </Link>
  );
  return (
    <>
      <span className={classes.cases}>{cases.slice(0, limit).map(link)}</span>
      {cases.length > limit ? (
        <details>
          <summary>{cases.length - limit} more</summary>
          <span className={classes.cases}>{cases.slice(limit).map(link)}</span>
        </details>
      ) : null}
    </>
  );
}

/** A cluster: root cause, quotes, what sets it apart from passing cases, and its representative cases. */
export function ClusterDetail({ project, run, cluster }: ClusterDetailProps) {
  const quotes = cluster.quotes.slice(0, 2);
  return (
    <section aria-label="Cluster">
      <h2>{cluster.label}</h2>
      <p>{cluster.cause}</p>
      <QuoteList project={project} run={run} quotes={quotes} />
      <details>
        <summary>
          {plural(cluster.cases.length, "case")}: {cluster.categories.map((item) => `${item.category} ${item.cases}`).join(", ")}
        </summary>
        {cluster.quotes.length > quotes.length ? (
          <QuoteList project={project} run={run} quotes={cluster.quotes.slice(2)} />
        ) : null}
        <div className={classes.part}>
          <h3>Against the nearest passing cases</h3>
          {cluster.contrast.length === 0 ? (
            <p className={classes.faint}>Nothing sets them apart.</p>
          ) : (
            <table className={classes.contrast}>
              <thead>
                <tr>
                  <th scope="col">Feature</th>
                  <th scope="col">Failing, %</th>
                  <th scope="col">Passing, %</th>
                </tr>
              </thead>
              <tbody>
                {cluster.contrast.map((item) => (
                  <tr key={item.feature}>
                    <td>{item.feature}</td>
                    <td>{formatShare(item.failing)}</td>
                    <td>{formatShare(item.passing)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
        <div className={classes.part}>
          <h3>Failed checks</h3>
          <p>{cluster.failedChecks.map((item) => `${item.check} ${item.cases}`).join(", ") || "none"}</p>
        </div>
        <div className={classes.part}>
          <h3>Representative cases</h3>
          <dl className={classes.figures}>
            <div>
              <dt>In the middle of the cluster</dt>
              <dd>
                <CaseLinks project={project} run={run} cases={[cluster.medoid]} />
              </dd>
            </div>
            {cluster.boundary ? (
              <div>
                <dt>At its edge</dt>
                <dd>
                  <CaseLinks project={project} run={run} cases={[cluster.boundary]} />
                </dd>
              </div>
            ) : null}
            {cluster.nearMisses.length > 0 ? (
              <div>
                <dt>Near misses: alike, and passing</dt>
                <dd>
                  <CaseLinks project={project} run={run} cases={cluster.nearMisses} />
                </dd>
              </div>
            ) : null}
            <div>
              <dt>All of them</dt>
              <dd>
                <CaseLinks project={project} run={run} cases={cluster.cases} limit={12} />
              </dd>
            </div>
          </dl>
        </div>
      </details>
    </section>
  );
}
