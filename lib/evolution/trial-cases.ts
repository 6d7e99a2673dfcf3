import type { Cluster, Entry } from "@/lib/contracts/evolution";
import type { TrialCase } from "@/lib/contracts/trial";
import { createRandom, type RandomBits, shuffled } from "@/lib/stats/random";
import type { CasePartition, EvaluatedCase } from "./evaluated-case";

/** A case to replay, with what is asked of it. */
export interface ChosenCase {
  one: EvaluatedCase;
  why: TrialCase["why"];
}

export interface TrialChoice {
  entry: Pick<Entry, "cluster" | "predictedFixes" | "predictedRisks">;
  /** Passing cases that the edit touches. */
  touched: readonly string[];
  clusters: readonly Cluster[];
  partition: Pick<CasePartition, "failures" | "passes">;
  /** Failing cases and cases at risk, each at most. */
  fails: number;
  atRisk: number;
  /** Draws among cases that nothing else sets apart. */
  seed: number;
}

/** A seeded order in which the categories take turns. */
function spread(cases: readonly EvaluatedCase[], random: RandomBits): EvaluatedCase[] {
  const groups = new Map<string, EvaluatedCase[]>();
  for (const one of shuffled(cases, random)) {
    const own = groups.get(one.item.category);
    if (own) own.push(one);
    else groups.set(one.item.category, [one]);
  }
  const rows = [...groups.values()];
  const longest = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: longest }, (_, place) => rows.flatMap((row) => row[place] ?? [])).flat();
}

/** Those of each tier in turn, each case where it is first met. */
function inTiers(cases: readonly EvaluatedCase[], tiers: readonly ReadonlySet<string>[], random: RandomBits): EvaluatedCase[] {
  const order = new Set<EvaluatedCase>();
  for (const tier of tiers) {
    const own = cases.filter((one) => tier.has(one.item.id) && !order.has(one));
    for (const one of spread(own, random)) order.add(one);
  }
  for (const one of spread(
    cases.filter((each) => !order.has(each)),
    random,
  ))
    order.add(one);
  return [...order];
}

/**
 * The handful of cases that says most about an entry. Failing ones: its predicted fixes that do fail, or where it predicts none
 * of them its cluster; the cluster's medoid first, then its boundary case, then spread over categories. At risk: what it touches
 * among the passes; the analyst's predicted risks first, then P0, then near misses and cases of the same categories.
 */
export function chooseTrialCases({ entry, touched, clusters, partition, fails, atRisk, seed }: TrialChoice): ChosenCase[] {
  const random = createRandom(seed);
  const cluster = clusters.find(({ id }) => id === entry.cluster);
  const among = (cases: readonly EvaluatedCase[], ids: readonly string[]) => {
    const wanted = new Set(ids);
    return cases.filter(({ item }) => wanted.has(item.id));
  };
  const predicted = among(partition.failures, entry.predictedFixes);
  const failing = predicted.length > 0 ? predicted : among(partition.failures, cluster?.cases ?? []);
  const firstOnes = [cluster?.medoid, cluster?.boundary].flatMap((id) => (id ? [new Set([id])] : []));
  const risky = among(partition.passes, touched);
  const categories = new Set(failing.map(({ item }) => item.category));
  const close = new Set(cluster?.nearMisses ?? []);
  const riskTiers = [
    new Set(entry.predictedRisks),
    new Set(risky.filter(({ item }) => item.priority === "P0").map(({ item }) => item.id)),
    new Set(risky.filter(({ item }) => close.has(item.id) || categories.has(item.category)).map(({ item }) => item.id)),
  ];
  return [
    ...inTiers(failing, firstOnes, random)
      .slice(0, fails)
      .map((one) => ({ one, why: "fails" as const })),
    ...inTiers(risky, riskTiers, random)
      .slice(0, atRisk)
      .map((one) => ({ one, why: "at-risk" as const })),
  ];
}
