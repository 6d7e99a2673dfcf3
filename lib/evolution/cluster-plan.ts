import type { ClusterEdit } from "@/lib/contracts/cluster-edit";
import type { Quote } from "@/lib/contracts/evolution";
import { type ClusterCore, LONG_TAIL } from "./cluster-builder";

/** Quotes that a cluster shows at most. */
export const MOST_QUOTES = 3;

/** What an edit makes of the clusters, before their figures are computed anew. */
export interface ClusterPlan {
  clusters: ClusterCore[];
  /** Ids of the clusters that are the person's through this edit. */
  touched: string[];
  /** Cases that the person put into the long tail. */
  toTail: string[];
  /** The cluster that is no longer the person's. */
  released: string | null;
  replaced: { from: string; to: string }[];
  problems: string[];
}

interface Person {
  by: string;
  newId: () => string;
}

/** The quotes of several clusters that are of these cases. */
export const quotesOf = (quotes: readonly Quote[], cases: readonly string[]) =>
  quotes.filter((quote) => cases.includes(quote.case)).slice(0, MOST_QUOTES);

/** Works on one edit; `clusters` are its own copies. */
class Planning {
  readonly plan: ClusterPlan;

  constructor(
    clusters: ClusterCore[],
    private readonly person: Person,
  ) {
    this.plan = { clusters, touched: [], toTail: [], released: null, replaced: [], problems: [] };
  }

  /** The cluster of an id, which may be any of a list in the edit; null, with a problem, where there is none. */
  find(id: string): ClusterCore | null {
    const found = this.plan.clusters.find((one) => one.id === id);
    if (found === undefined) this.plan.problems.push(`There is no cluster ${id}.`);
    return found ?? null;
  }

  /** Makes a cluster the person's. A computed one takes a new id, since computed ids come again in the next diagnosis. */
  own(cluster: ClusterCore): ClusterCore {
    if (cluster.longTail) return cluster;
    if (cluster.madeBy !== "person") {
      const id = this.person.newId();
      this.plan.replaced.push({ from: cluster.id, to: id });
      cluster.id = id;
    }
    cluster.madeBy = "person";
    cluster.by = this.person.by;
    if (!this.plan.touched.includes(cluster.id)) this.plan.touched.push(cluster.id);
    return cluster;
  }

  /** Takes cases out of the clusters that they are in and puts them into another. */
  put(cases: readonly string[], target: ClusterCore): void {
    const moving = new Set(cases);
    const sources = this.plan.clusters.filter((one) => one !== target && one.cases.some((id) => moving.has(id)));
    const quotes = [target, ...sources].flatMap((one) => one.quotes);
    for (const source of sources) {
      this.change(
        source,
        source.cases.filter((id) => !moving.has(id)),
        source.quotes,
      );
      if (source.cases.length > 0) this.own(source);
      else this.plan.replaced.push({ from: source.id, to: target.id });
    }
    this.change(target, [...new Set([...target.cases, ...cases])].sort(), quotes);
  }

  private change(cluster: ClusterCore, cases: string[], quotes: readonly Quote[]): void {
    cluster.cases = cases;
    cluster.quotes = quotesOf(quotes, cases);
    // It was measured on other members.
    cluster.agreement = null;
  }

  add(cluster: ClusterCore): ClusterCore {
    this.plan.clusters.push(cluster);
    return cluster;
  }

  tail(): ClusterCore {
    const found = this.plan.clusters.find(({ longTail }) => longTail);
    if (found !== undefined) return found;
    const made = { owner: "model", longTail: true, madeBy: "person", by: this.person.by, agreement: null } as const;
    return this.add({ ...LONG_TAIL, ...made, cases: [], quotes: [] });
  }

  knows(cases: readonly string[], within: readonly ClusterCore[], where: string): void {
    const known = new Set(within.flatMap((one) => one.cases));
    const unknown = cases.filter((id) => !known.has(id));
    if (unknown.length > 0) this.plan.problems.push(`${unknown.join(", ")}: no case of ${where}.`);
  }
}

/** Plans an edit on copies of a diagnosis' clusters. The plan is of no use where it has problems. */
export function planEdit(clusters: ClusterCore[], edit: ClusterEdit, person: Person): ClusterPlan {
  const planning = new Planning(clusters, person);
  const { plan } = planning;
  switch (edit.kind) {
    case "rename": {
      const cluster = planning.find(edit.cluster);
      if (cluster?.longTail) plan.problems.push("The long tail has no cause to name; split cases off it instead.");
      if (cluster === null || plan.problems.length > 0) break;
      planning.own(cluster);
      cluster.label = edit.label;
      cluster.cause = edit.cause ?? cluster.cause;
      cluster.owner = edit.owner ?? cluster.owner;
      break;
    }
    case "merge": {
      const named = [...new Set(edit.clusters)].flatMap((id) => planning.find(id) ?? []);
      const [target, ...others] = named;
      if (target === undefined || plan.problems.length > 0) break;
      if (others.length === 0) plan.problems.push("Name two different clusters.");
      if (target.longTail) plan.problems.push("A cluster goes to the long tail by moving its cases there.");
      if (plan.problems.length > 0) break;
      planning.own(target);
      for (const other of others) planning.put(other.cases, target);
      target.label = edit.label ?? target.label;
      break;
    }
    case "split": {
      const source = planning.find(edit.cluster);
      if (source === null) break;
      planning.knows(edit.cases, [source], "this cluster");
      const taken = new Set(edit.cases);
      if (source.cases.every((id) => taken.has(id))) plan.problems.push("That is every case of the cluster; rename it instead.");
      if (plan.problems.length > 0) break;
      const cause = source.longTail ? "Set apart by a person." : source.cause;
      const part = { ...source, label: edit.label, cause, cases: [], longTail: false, madeBy: "person" } as const;
      planning.put([...taken], planning.own(planning.add({ ...part, id: person.newId(), quotes: [], cases: [] })));
      break;
    }
    case "move": {
      const to = edit.to === null ? planning.tail() : planning.find(edit.to);
      planning.knows(edit.cases, plan.clusters, "this diagnosis");
      if (to === null || plan.problems.length > 0) break;
      if (to.longTail) plan.toTail.push(...edit.cases);
      planning.put(edit.cases, planning.own(to));
      break;
    }
    case "release": {
      const cluster = planning.find(edit.cluster);
      if (cluster !== null && cluster.madeBy !== "person") plan.problems.push("No person has changed this cluster.");
      if (cluster === null || plan.problems.length > 0) break;
      cluster.madeBy = cluster.agreement === null ? "program" : "model";
      cluster.by = null;
      plan.released = cluster.id;
      break;
    }
  }
  return plan;
}
