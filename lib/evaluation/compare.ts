import type { CaseRow, CategoryComparison, Comparison, Flip, PairedDifference, Run } from "@/lib/contracts/run";
import { constantDifferenceInterval, pairedBootstrap } from "@/lib/stats/bootstrap";
import { sumByCluster } from "@/lib/stats/clusters";
import { probabilityWorse } from "@/lib/stats/losses-wins";
import { mcnemarExact, mcnemarMidP } from "@/lib/stats/mcnemar";
import { minimumDetectableEffect, minimumDetectableMean } from "@/lib/stats/minimum-detectable";
import { benjaminiHochberg, holm } from "@/lib/stats/multiple-tests";
import { signFlip } from "@/lib/stats/sign-flip";
import { byCategory, type CaseScores, SCORE_NAMES, type ScoreName, scoresByCase } from "./case-scores";
import { caveatsOf } from "./caveats";

export interface CompareRuns {
  base: Run;
  head: Run;
  baseRows: readonly CaseRow[];
  headRows: readonly CaseRow[];
  /** Case id → room or session; intervals and permutations are clustered by it. */
  groups: Readonly<Record<string, string | undefined>>;
}

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

/** Compares two runs case by case, head minus base (METHODS.md, section 3). Cases scored in both are paired. */
export function compareRuns({ base, head, baseRows, headRows, groups }: CompareRuns): Comparison {
  const baseCases = scoresByCase(baseRows);
  const headCases = scoresByCase(headRows);
  const headById = new Map(headCases.map((item) => [item.case, item]));
  const pairs = baseCases.flatMap((item): Pair[] => {
    const other = headById.get(item.case);
    if (other === undefined || item.avg === null || other.avg === null) return [];
    return [{ case: item.case, category: other.category, cluster: groups[item.case], base: item, head: other }];
  });
  const all = new Set([...baseCases, ...headCases].map((item) => item.case)).size;
  const flips = pairs.flatMap(flipOf);
  return {
    base,
    head,
    paired: pairs.length,
    unpaired: all - pairs.length,
    metrics: differencesOf(pairs),
    categories: compareCategories(pairs, flips),
    flips,
    brokenP0: flips.filter((flip) => flip.direction === "broken" && flip.priority === "P0").map((flip) => flip.case),
    caveats: caveatsOf(base, head, baseCases, headCases),
    nonInferiority: [],
    noise: null,
  };
}

function compareCategories(pairs: readonly Pair[], flips: readonly Flip[]): CategoryComparison[] {
  const compared = byCategory(pairs).map(([category, own]) => {
    const [accuracy, effectiveness, avg] = differencesOf(own);
    if (!accuracy || !effectiveness || !avg) throw new Error("a comparison has three scores");
    const flipped = flips.filter((flip) => flip.category === category);
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
  // One resampling serves all three scores where every pair has them all.
  const joint = complete ? intervalsOf(pairs, SCORE_NAMES) : null;
  return SCORE_NAMES.map((score, index) => {
    const own = pairs.filter((pair) => measured(pair, score));
    return differenceOf(own, score, joint ? joint[index] : intervalsOf(own, [score])[0]);
  });
}

const measured = (pair: Pair, score: ScoreName) => pair.base[score] !== null && pair.head[score] !== null;
const changeOf = (pair: Pair, score: ScoreName) => (pair.head[score] ?? 0) - (pair.base[score] ?? 0);

function intervalsOf(pairs: readonly Pair[], scores: readonly ScoreName[]) {
  const columns = scores.map((score) => pairs.map((pair) => changeOf(pair, score)));
  return pairedBootstrap({ columns, clusters: pairs.map((pair) => pair.cluster), seed: SEED });
}

function differenceOf(
  pairs: readonly Pair[],
  score: ScoreName,
  bootstrap: ReturnType<typeof pairedBootstrap>[number] | undefined,
): PairedDifference {
  const n = pairs.length;
  if (n === 0) {
    const nothing = {
      base: null,
      head: null,
      difference: null,
      low: null,
      high: null,
      p: null,
      minimumDetectable: null,
      midP: null,
    };
    return { metric: score, ...nothing, method: "no case has this score in both runs", better: 0, worse: 0, n };
  }
  const changes = pairs.map((pair) => changeOf(pair, score));
  const clusters = pairs.map((pair) => pair.cluster);
  const better = changes.filter((change) => change > EPSILON).length;
  const worse = changes.filter((change) => change < -EPSILON).length;
  const binary = score === "accuracy" && pairs.every((pair) => pair.base.repeats === 1 && pair.head.repeats === 1);
  const constant = changes.every((change) => Math.abs(change - (changes[0] ?? 0)) < EPSILON);
  const difference = mean(changes);
  const interval = constant ? constantDifferenceInterval(difference, clusterCount(clusters)) : bootstrap;
  const flipTest = binary ? null : signFlip({ differences: changes, clusters, seed: SEED });
  return {
    metric: score,
    base: mean(pairs.map((pair) => pair.base[score] ?? 0)),
    head: mean(pairs.map((pair) => pair.head[score] ?? 0)),
    difference,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    p: flipTest ? flipTest.p : mcnemarExact(better, worse),
    method: describeMethod(flipTest, constant, clusterCount(clusters) < n),
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

const clusterCount = (clusters: readonly (string | undefined)[]) => sumByCluster([clusters.map(() => 0)], clusters).counts.length;

/** Standard error of the mean change, from the residuals of whole clusters. */
function standardError(changes: readonly number[], clusters: readonly (string | undefined)[]): number {
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
      comment: pair.head.comment,
      direction: change > 0 ? "fixed" : "broken",
      baseAccuracy: pair.base.accuracy,
      headAccuracy: pair.head.accuracy,
      baseEffectiveness: pair.base.effectiveness,
      headEffectiveness: pair.head.effectiveness,
    },
  ];
}
