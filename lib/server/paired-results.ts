import "server-only";
import type { Store } from "@/db/client";
import {
  commentsOf,
  findPairedResults,
  type KeptSummary,
  pairedSummaries,
  pairKey,
  putComparison,
  type RunPair,
} from "@/db/comparison-repository";
import { narrowResults } from "@/db/metrics-repository";
import { pairsOfRun } from "@/db/stage-runs-repository";
import type { PairedResults } from "@/lib/contracts/comparison";
import { COMPARE_METHOD, flippedCases, pairResults, summarise } from "@/lib/evaluation/compare";

/** What two ended runs say of each other: as it was kept, or computed now and kept. */
export function pairedResultsOf(store: Store, pair: RunPair): PairedResults {
  const kept = findPairedResults(store, pair, COMPARE_METHOD);
  if (kept) return kept;
  const paired = pairResults(narrowResults(store, pair.base), narrowResults(store, pair.head));
  const comments = commentsOf(
    store,
    pair.head,
    paired.flips.map((flip) => flip.case),
  );
  const results = { ...paired, flips: paired.flips.map((flip) => ({ ...flip, comment: comments.get(flip.case) ?? "" })) };
  putComparison(store, pair, COMPARE_METHOD, { summary: summarise(results), flipped: flippedCases(results), results });
  return results;
}

/** The summaries of pairs of ended runs by `pairKey`; those that are not kept yet are computed and kept. */
export function summariesOf(store: Store, pairs: readonly RunPair[]): Map<string, KeptSummary> {
  const summaries = pairedSummaries(store, pairs, COMPARE_METHOD);
  for (const pair of pairs) {
    const key = pairKey(pair);
    if (summaries.has(key)) continue;
    const results = pairedResultsOf(store, pair);
    summaries.set(key, { ...summarise(results), flipped: () => flippedCases(results) });
  }
  return summaries;
}

/** Computes and keeps what charts will ask of a run that has just ended, so that nobody waits for it. */
export function prepareComparisons(store: Store, run: string): void {
  summariesOf(store, pairsOfRun(store, run));
}
