import "server-only";
import type { Store } from "@/db/client";
import { noisePairs, pairKey, type RunPair } from "@/db/comparison-repository";
import { findDataset } from "@/db/dataset-repository";
import type { StoredRun } from "@/db/run-repository";
import type { PairedResults } from "@/lib/contracts/comparison";
import type { Comparison, NoiseFloor, Run, RunsComparison } from "@/lib/contracts/run";
import { caveatsOf, wornOutCaveat } from "@/lib/evaluation/caveats";
import { adjustOverRuns, holmOverRuns, noiseFloorOf, nonInferiorityOf } from "@/lib/evaluation/compare-verdicts";
import { badRequest } from "../app-error";
import type { Context } from "../context";
import { requireRun } from "../lookups";
import { pairedResultsOf, summariesOf } from "../paired-results";
import { toRuns } from "../run-view";
import { showsCases } from "./looks";

type Reader = Pick<Context, "studio">;

/** Non-inferiority margin where none is set: two points (METHODS.md, section 3). */
const DEFAULT_MARGIN = 0.02;

/** The measured noise floor of pairs of a run and its repetition; null where there are none. */
export function noiseFloor(store: Store, pairs: readonly RunPair[]): NoiseFloor | null {
  const summaries = summariesOf(store, pairs);
  return noiseFloorOf(
    pairs.flatMap((pair) => {
      const summary = summaries.get(pairKey(pair));
      return summary ? [{ base: pair.base, run: pair.head, halfWidth: summary.halfWidth }] : [];
    }),
  );
}

function requireEnded(store: Store, project: string, id: string): StoredRun {
  const run = requireRun(store, project, id);
  if (run.metrics === null) throw badRequest(`${run.id} has not ended; compare runs that have`);
  return run;
}

function caveats(store: Store, base: Run, head: Run, results: PairedResults): string[] {
  const sets = [...new Set([base.dataset, head.dataset])].flatMap((id) => findDataset(store, base.project, id) ?? []);
  return [...caveatsOf(base, head, results.coverage), ...sets.flatMap(wornOutCaveat)];
}

/** Flips and broken P0 cases; where one of the runs is on a vault no case is named, though how many P0 cases broke is told. */
function namedCases(
  store: Store,
  base: Run,
  head: Run,
  { flips, brokenP0 }: PairedResults,
): Pick<PairedResults, "flips" | "brokenP0"> {
  if (showsCases(store, base) && showsCases(store, head)) return { flips, brokenP0 };
  return { flips: [], brokenP0: brokenP0.map((_, index) => `vault case ${index + 1}`) };
}

/**
 * Compares two runs of a project case by case. Both must have ended, be it early. `margin`: how much worse, on the score
 * scale, head may be and still count as non-inferior.
 */
export function compareTwoRuns(
  { studio }: Reader,
  input: { project: string; base: string; head: string; margin?: number },
): Comparison {
  const store = studio.database;
  const stored = [input.base, input.head].map((id) => requireEnded(store, input.project, id));
  const [base, head] = toRuns(store, stored);
  if (!base || !head) throw new Error("a comparison has two runs");
  const results = pairedResultsOf(store, { base: base.id, head: head.id });
  const { coverage: _, ...shown } = results;
  return {
    base,
    head,
    ...shown,
    ...namedCases(store, base, head, results),
    caveats: caveats(store, base, head, results),
    nonInferiority: nonInferiorityOf(results.metrics, input.margin ?? DEFAULT_MARGIN),
    noise: noiseFloor(store, noisePairs(store, input.project, stored)),
  };
}

/** Compares several ended runs with one, in the order given. */
export function compareManyRuns(
  { studio }: Reader,
  input: { project: string; base: string; heads: readonly string[] },
): RunsComparison {
  const store = studio.database;
  const heads = [...new Set(input.heads)].filter((id) => id !== input.base);
  if (heads.length === 0) throw badRequest("heads: name a run other than the base");
  const stored = [input.base, ...heads].map((id) => requireEnded(store, input.project, id));
  const [base, ...runs] = toRuns(store, stored);
  if (!base) throw new Error("a comparison has a base");
  const paired = runs.map((run) => ({ run, results: pairedResultsOf(store, { base: base.id, head: run.id }) }));
  const overRuns = holmOverRuns(paired.map(({ results }) => results.metrics));
  const categories = adjustOverRuns(paired.map(({ results }) => results.categories));
  return {
    base,
    heads: paired.map(({ run, results }, index) => ({
      run,
      paired: results.paired,
      unpaired: results.unpaired,
      metrics: results.metrics,
      pHolm: overRuns[index] ?? { accuracy: null, effectiveness: null, avg: null },
      fixed: results.flips.filter((flip) => flip.direction === "fixed").length,
      broken: results.flips.filter((flip) => flip.direction === "broken").length,
      brokenP0: namedCases(store, base, run, results).brokenP0,
      categories: categories[index] ?? [],
      caveats: caveats(store, base, run, results),
    })),
    noise: noiseFloor(store, noisePairs(store, input.project, stored)),
  };
}
