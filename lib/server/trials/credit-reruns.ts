import "server-only";
import type { StoredRun } from "@/db/run-repository";
import type { Spent } from "@/lib/contracts/evolution";
import type { Flip } from "@/lib/contracts/run";
import type { Budget } from "@/lib/contracts/run-settings";
import { averageScore } from "@/lib/evaluation/score";
import { type CreditTally, type LeftOut, meaningOf, rerunOrder } from "@/lib/evolution/credit";
import { addSpent, budgetLeft } from "@/lib/evolution/spending";
import type { Studio } from "../studio";
import { ReplayImpossible, replayCases } from "./replay-cases";

export interface CreditReruns {
  /** The stage's run, of which the changed cases are run again. */
  run: StoredRun;
  entries: readonly LeftOut[];
  flips: readonly Flip[];
  tally: CreditTally;
  budget: Budget;
  signal: AbortSignal;
  /** Something was found out; `spent` is what these reruns took so far. */
  onProgress(spent: Spent): void;
}

const MINUTE_MS = 60_000;

/**
 * Runs the changed cases without each entry in turn and records in the tally what that says: first those that broke without
 * every entry, then those that were fixed, so that a budget that ends it has gone where it matters. What the tally knows is
 * not run again.
 * @throws EndpointUnusable where the endpoint's key is missing.
 */
export async function rerunWithout(
  studio: Studio,
  { run, entries, flips, tally, budget, signal, onProgress }: CreditReruns,
): Promise<{ ended: "all" | "budget" | "stopped"; spent: Spent }> {
  const startedAt = performance.now();
  let spent: Spent = { calls: 0, tokens: 0, cost: null };
  const ordered = rerunOrder(flips);
  for (const direction of ["broken", "fixed"] as const) {
    const tier = ordered.filter((flip) => flip.direction === direction);
    for (const { entry, bundle } of entries) {
      const byCase = new Map(tier.filter((flip) => tally.lacks(entry.id, flip.case)).map((flip) => [flip.case, flip]));
      if (bundle === null || byCase.size === 0) continue;
      const left = budgetLeft(budget, { ...spent, minutes: (performance.now() - startedAt) / MINUTE_MS });
      if (left === null) return { ended: "budget", spent };
      try {
        const replayed = await replayCases(studio, {
          ...{ run, bundle, signal, budget: left },
          cases: [...byCase.keys()].map((id) => ({ case: id, repeat: 0 })),
          onCase: ({ case: id, evaluation }, now) => {
            const flip = byCase.get(id);
            if (flip) tally.record(entry.id, id, meaningOf(flip, averageScore(evaluation)));
            onProgress(addSpent(spent, now));
          },
        });
        spent = addSpent(spent, replayed.spent);
        onProgress(spent);
        if (replayed.ended !== "all") return { ended: replayed.ended, spent };
      } catch (error) {
        if (!(error instanceof ReplayImpossible)) throw error;
        tally.refuse(entry.id, "Without it the other entries make no harness that can be run.");
      }
    }
  }
  return { ended: "all", spent };
}
