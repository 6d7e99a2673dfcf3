import type { Coverage, FlippedCases, PairedResults, PairedSummary } from "@/lib/contracts/comparison";
import type { CategoryComparison, Flip, PairedDifference } from "@/lib/contracts/run";
import { constantDifferenceInterval, pairedBootstrap } from "@/lib/stats/bootstrap";
import { sumByCluster } from "@/lib/stats/clusters";
import { probabilityWorse } from "@/lib/stats/losses-wins";
import { mcnemarExact, mcnemarMidP } from "@/lib/stats/mcnemar";
import { minimumDetectableEffect, minimumDetectableMean } from "@/lib/stats/minimum-detectable";
import { benjaminiHochberg, holm } from "@/lib/stats/multiple-tests";
import { signFlip } from "@/lib/stats/sign-flip";
import { byCategory, type CaseScores, SCORE_NAMES, type ScoreName, type ScoreRow, scoresByCase } from "./case-scores";

/** Name of what is computed here, for stored results: change it with the method. */
export const COMPARE_METHOD = "paired-2";

interface Pair {
  case: string;
  category: string;
  cluster: string | undefined;
  base: CaseScores;
  head: CaseScores;
}

/** Resampling is seeded with a constant, so that a comparison reads the same whenever it is made. */
const SEED = 20_261_130;
const EPSILON = 1e-9;

/**
 * Compares the results of two runs case by case, head minus base (METHODS.md, section 3). Cases scored in both are paired.
 * The comments of flips are left empty.
 */
export function pairResults(baseRows: readonly ScoreRow[], headRows: readonly ScoreRow[]): PairedResults {
  const baseCases = scoresByCase(baseRows);
  const headCases = scoresByCase(headRows);
  const headById = new Map(headCases.map((item) => [item.case, item]));
  const pairs: Pair[] = [];
  let both = 0;
  for (const base of baseCases) {
    const head = headById.get(base.case);
    if (head === undefined) continue;
    both += 1;
    if (base.avg === null || head.avg === null) continue;
    pairs.push({ case: base.case, category: head.category, cluster: head.group ?? base.group, base, head });
  }
  const flips = pairs.flatMap(flipOf);
  return {
    paired: pairs.length,
    unpaired: baseCases.length + headCases.length - both - pairs.length,
    metrics: differencesOf(pairs),
    categories: compareCategories(pairs, flips),
    flips,
    brokenP0: flips.filter((flip) => flip.direction === "broken" && flip.priority === "P0").map((flip) => flip.case),
    coverage: { base: coverageOf(baseCases), head: coverageOf(headCases) },
  };
}

function coverageOf(cases: readonly CaseScores[]): Coverage {
  const unscored = cases.filter((item) => item.avg === null);
  return {
    cases: cases.length,
    unscored: unscored.length,
    unscoredP0: unscored.filter((item) => item.priority === "P0").length,
  };
}

/** What a chart needs of paired results. */
export function summarise(results: PairedResults): PairedSummary {
  const categoryOf = new Map(results.flips.map((flip) => [flip.case, flip.category]));
  const { fixed, broken } = flippedCases(results);
  const half = (score: ScoreName) => {
    const { low, high } = results.metrics.find((one) => one.metric === score) ?? { low: null, high: null };
    return low === null || high === null ? null : (high - low) / 2;
  };
  return {
    fixed: fixed.length,
    broken: broken.length,
    brokenP0: results.brokenP0.map((id) => ({ case: id, category: categoryOf.get(id) ?? "" })),
    halfWidth: { accuracy: half("accuracy"), effectiveness: half("effectiveness"), avg: half("avg") },
  };
}

export function flippedCases({ flips }: Pick<PairedResults, "flips">): FlippedCases {
  const ids = (direction: Flip["direction"]) => flips.filter((flip) => flip.direction === direction).map((flip) => flip.case);
  return { fixed: ids("fixed"), broken: ids("broken") };
}

function compareCategories(pairs: readonly Pair[], flips: readonly Flip[]): CategoryComparison[] {
  const flipsBy = new Map(byCategory(flips));
  const compared = byCategory(pairs).map(([category, own]) => {
    const [accuracy, effectiveness, avg] = differencesOf(own);
    if (!accuracy || !effectiveness || !avg) throw new Error("a comparison has three scores");
    const flipped = flipsBy.get(category) ?? [];
    const fixed = flipped.filter((flip) => flip.direction === "fixed").length;
    const broken = flipped.length - fixed;
    return {
      category,
      n: own.length,
      fixed,
      broken,
      accuracy,
      effectiveness,
      avg,
      probabilityWorse: probabilityWorse(broken, fixed),
    };
  });
  const p = compared.map((entry) => entry.avg.p);
  const strict = holm(p);
  const lenient = benjaminiHochberg(p);
  return compared.map((entry, index) => ({ ...entry, pHolm: strict[index] ?? null, pBenjaminiHochberg: lenient[index] ?? null }));
}

/** The three paired differences, in the order of SCORE_NAMES. */
function differencesOf(pairs: readonly Pair[]): PairedDifference[] {
  const complete = pairs.every((pair) => SCORE_NAMES.every((score) => measured(pair, score)));
  if (complete) {
    // One resampling serves all three scores where every pair has them all.
    const clusters = clustersOf(pairs);
    const changes = SCORE_NAMES.map((score) => changesOf(pairs, score));
    const intervals = pairedBootstrap({ columns: changes, ...clusters, seed: SEED });
    return SCORE_NAMES.map((score, index) =>
      differenceOf({ pairs, score, changes: changes[index] ?? [], ...clusters, bootstrap: intervals[index] ?? null }),
    );
  }
  return SCORE_NAMES.map((score) => {
    const own = pairs.filter((pair) => measured(pair, score));
    const clusters = clustersOf(own);
    const changes = changesOf(own, score);
    const [bootstrap = null] = pairedBootstrap({ columns: [changes], ...clusters, seed: SEED });
    return differenceOf({ pairs: own, score, changes, ...clusters, bootstrap });
  });
}

const measured = (pair: Pair, score: ScoreName) => pair.base[score] !== null && pair.head[score] !== null;
const changeOf = (pair: Pair, score: ScoreName) => (pair.head[score] ?? 0) - (pair.base[score] ?? 0);
const changesOf = (pairs: readonly Pair[], score: ScoreName) => pairs.map((pair) => changeOf(pair, score));

type Clusters = { clusters?: (string | undefined)[] };

/** The clusters of the pairs, where any has one. */
const clustersOf = (pairs: readonly Pair[]): Clusters =>
  pairs.some((pair) => pair.cluster !== undefined) ? { clusters: pairs.map((pair) => pair.cluster) } : {};

interface DifferenceOf extends Clusters {
  pairs: readonly Pair[];
  score: ScoreName;
  changes: number[];
  bootstrap: ReturnType<typeof pairedBootstrap>[number];
}

const NOTHING = { base: null, head: null, difference: null, low: null, high: null, p: null, minimumDetectable: null, midP: null };

function differenceOf({ pairs, score, changes, clusters, bootstrap }: DifferenceOf): PairedDifference {
  const n = pairs.length;
  if (n === 0) {
    return { metric: score, ...NOTHING, method: "no case has this score in both runs", better: 0, worse: 0, n };
  }
  let better = 0;
  let worse = 0;
  let base = 0;
  let head = 0;
  let constant = true;
  for (const change of changes) {
    if (change > EPSILON) better += 1;
    if (change < -EPSILON) worse += 1;
    if (Math.abs(change - (changes[0] ?? 0)) >= EPSILON) constant = false;
  }
  for (const pair of pairs) {
    base += pair.base[score] ?? 0;
    head += pair.head[score] ?? 0;
  }
  const binary = score === "accuracy" && pairs.every((pair) => pair.base.repeats === 1 && pair.head.repeats === 1);
  const size = clusters ? new Set(clusters).size + Math.max(0, clusters.filter((id) => id === undefined).length - 1) : n;
  const difference = mean(changes);
  const interval = constant ? constantDifferenceInterval(difference, size) : bootstrap;
  const flipTest = binary ? null : signFlip({ differences: changes, ...(clusters && { clusters }), seed: SEED });
  return {
    metric: score,
    base: base / n,
    head: head / n,
    difference,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    p: flipTest ? flipTest.p : mcnemarExact(better, worse),
    method: describeMethod(flipTest, constant, size < n),
    minimumDetectable: binary
      ? minimumDetectableEffect({ n, discordance: (better + worse) / n })
      : minimumDetectableMean(standardError(changes, clusters)),
    better,
    worse,
    n,
    midP: binary ? mcnemarMidP(better, worse) : null,
  };
}

function describeMethod(flipTest: { exact: boolean } | null, constant: boolean, clustered: boolean): string {
  const test = flipTest === null ? "exact McNemar" : `sign-flip permutation, ${flipTest.exact ? "exact" : "10,000 drawn"}`;
  const interval = constant ? "Clopper–Pearson bound" : "10,000 paired bootstraps";
  return `${test}; interval: ${interval}${clustered ? ", clustered by group" : ""}`;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Standard error of the mean change, from the residuals of whole clusters. */
function standardError(changes: readonly number[], clusters: readonly (string | undefined)[] | undefined): number {
  const centre = mean(changes);
  const { sums } = sumByCluster([changes.map((change) => change - centre)], clusters);
  const residuals = sums[0] ?? new Float64Array();
  const size = residuals.length;
  if (size < 2) return 0;
  const squares = residuals.reduce((sum, residual) => sum + residual * residual, 0);
  return Math.sqrt((squares * size) / (size - 1)) / changes.length;
}

function flipOf(pair: Pair): Flip[] {
  const change = changeOf(pair, "avg");
  if (Math.abs(change) < EPSILON) return [];
  return [
    {
      case: pair.case,
      category: pair.category,
      priority: pair.head.priority,
      comment: "",
      direction: change > 0 ? "fixed" : "broken",
      baseAccuracy: pair.base.accuracy,
      headAccuracy: pair.head.accuracy,
      baseEffectiveness: pair.base.effectiveness,
      headEffectiveness: pair.head.effectiveness,
    },
  ];
}
