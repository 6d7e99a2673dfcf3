import "server-only";
import type { Database } from "@/db/client";
import type { StoredRun } from "@/db/run-repository";
import { accuracyByCase, type EarlierResult, earlierResults } from "@/db/run-work-repository";
import { type EarlyRule, earlyRule } from "@/lib/evaluation/early-decision";
import type { RunMaterial } from "./run-material";
import { type Place, Schedule } from "./schedule";

export interface RunPlan {
  /** What the run has already. */
  earlier: EarlierResult[];
  schedule: Schedule;
  /** The rule that may end it early; null where it has none. */
  early: EarlyRule | null;
}

/** What a run still has to do, in which order: the order of the data set, or that of its early decision. */
export function planRun(database: Database, run: StoredRun, { cases }: RunMaterial): RunPlan {
  const earlier = earlierResults(database, run.id);
  const finished = new Set(earlier.map((row) => `${row.repeat}:${row.case}`));
  const early = openRule(database, run, cases, earlier);
  const ordinals = new Map(cases.map(({ id, ordinal }) => [id, ordinal]));
  const places: Place[] = [];
  for (let repeat = 0; repeat < run.settings.repeats; repeat += 1) {
    for (const id of early?.order ?? ordinals.keys()) {
      if (!finished.has(`${repeat}:${id}`)) places.push({ id, ordinal: ordinals.get(id) ?? 0, repeat, attempts: 0 });
    }
  }
  return { earlier, schedule: new Schedule(places), early };
}

function openRule(
  database: Database,
  { settings }: StoredRun,
  cases: RunMaterial["cases"],
  earlier: readonly EarlierResult[],
): EarlyRule | null {
  if (settings.early === null) return null;
  const before = accuracyByCase(database, settings.early.base);
  const ids = cases.map(({ id }) => id);
  const rule = earlyRule(settings.early, ids, (id) => before.get(id) ?? null, settings.seed);
  for (const row of earlier) rule.observe(row.case, row.accuracy);
  return rule;
}
