import { formatShare, plural } from "@/components/ui/format";
import type { Cluster, Diagnosis } from "@/lib/contracts/evolution";
import { CaseLinks, QuoteList } from "./case-links";
import { ClusterCases } from "./cluster-cases";
import { type ClusterSource, overlapWords } from "./cluster-source";
import classes from "./evolve.module.css";
import review from "./review.module.css";

interface ClusterDetailProps {
  project: string;
  diagnosis: Diagnosis;
  cluster: Cluster;
  source: ClusterSource;
  /** Cases that are ticked; null where nothing can be moved. */
  ticked: ReadonlySet<string> | null;
  onTick: (next: ReadonlySet<string>) => void;
  /** Buttons that change the cluster. */
  actions: React.ReactNode;
}

function Contrast({ contrast }: Pick<Cluster, "contrast">) {
  if (contrast.length === 0) return <p className={classes.faint}>Nothing sets them apart.</p>;
  return (
    <table className={classes.contrast}>
      <thead>
        <tr>
          <th scope="col">Feature</th>
          <th scope="col">Failing, %</th>
          <th scope="col">Passing, %</th>
        </tr>
      </thead>
      <tbody>
        {contrast.map((item) => (
          <tr key={item.feature}>
            <td>{item.feature}</td>
            <td>{formatShare(item.failing)}</td>
            <td>{formatShare(item.passing)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Representatives({ project, run, cluster }: { project: string; run: string; cluster: Cluster }) {
  const groups = [
    { name: "In the middle of the cluster", cases: cluster.medoid === "" ? [] : [cluster.medoid] },
    { name: "At its edge", cases: cluster.boundary === null ? [] : [cluster.boundary] },
    { name: "Near misses: alike, and passing", cases: cluster.nearMisses },
  ].filter((group) => group.cases.length > 0);
  return (
    <dl className={classes.figures}>
      {groups.map(({ name, cases }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <CaseLinks project={project} run={run} cases={cases} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A cluster: root cause, quotes, what sets it apart from passing cases, and its cases. */
export function ClusterDetail({ project, diagnosis, cluster, source, ticked, onTick, actions }: ClusterDetailProps) {
  const { run } = diagnosis;
  const quotes = cluster.quotes.slice(0, 2);
  const beside = overlapWords(diagnosis, cluster, source);
  const coded = diagnosis.codings.some((coding) => cluster.cases.includes(coding.case));
  return (
    <section aria-label="Cluster">
      <div className={review.between}>
        <h2 className={review.long}>{cluster.label}</h2>
        {cluster.madeBy === "person" ? <span className={classes.small}>as {cluster.by ?? "a person"} left it</span> : null}
      </div>
      <p className={review.long}>{cluster.cause}</p>
      {beside ? <p className={classes.small}>{beside}</p> : null}
      {actions}
      <QuoteList project={project} run={run} quotes={quotes} />
      <details>
        <summary>
          {plural(cluster.cases.length, "case")}
          {coded ? ", with the first wrong step of each" : ""}
        </summary>
        <ClusterCases
          key={cluster.id}
          project={project}
          run={run}
          cases={cluster.cases}
          codings={diagnosis.codings}
          ticked={ticked}
          onTick={onTick}
        />
      </details>
      <details>
        <summary>
          What sets them apart
          {cluster.categories.length > 0
            ? `: ${cluster.categories.map((item) => `${item.category} ${item.cases}`).join(", ")}`
            : ""}
        </summary>
        {cluster.quotes.length > quotes.length ? (
          <QuoteList project={project} run={run} quotes={cluster.quotes.slice(2)} />
        ) : null}
        <div className={classes.part}>
          <h3>Against the nearest passing cases</h3>
          <Contrast contrast={cluster.contrast} />
        </div>
        <div className={classes.part}>
          <h3>Failed checks</h3>
          <p>{cluster.failedChecks.map((item) => `${item.check} ${item.cases}`).join(", ") || "none"}</p>
        </div>
        <div className={classes.part}>
          <h3>Representative cases</h3>
          <Representatives project={project} run={run} cluster={cluster} />
        </div>
      </details>
    </section>
  );
}
