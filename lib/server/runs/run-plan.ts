import "server-only";
import type { Database } from "@/db/client";
import type { StoredRun } from "@/db/run-repository";
import { caseIndex, type EarlierSums, earlierScores, earlierSums, placesToDo, scoresByCase } from "@/db/run-work-repository";
import { type EarlyRule, earlyRule, earlyScore } from "@/lib/evaluation/early-decision";
import { type Place, Schedule } from "./schedule";

export interface RunPlan {
  /** What the run has already. */
  earlier: EarlierSums;
  schedule: Schedule;
  /** The rule that may end it early; null where it has none. */
  early: EarlyRule | null;
}

/** Cases whose places are read at a time: few enough that nobody waits for them. */
const PAGE = 500;

/** What a run still has to do, in which order: the order of the data set, or that of its early decision. */
export function planRun(database: Database, run: StoredRun): RunPlan {
  const early = run.settings.early === null ? null : planEarly(database, run, run.settings.early);
  const schedule = new Schedule(early ? early.places : inOrder(database, run));
  return { earlier: earlierSums(database, run.id), schedule, early: early?.rule ?? null };
}

/** In the order of the data set, read page by page as the run goes on. */
function* inOrder(database: Database, run: StoredRun): Generator<Place, void, void> {
  for (let repeat = 0; repeat < run.settings.repeats; repeat += 1) {
    for (let after = -1; ; ) {
      const page = placesToDo(database, run, { repeat, after, limit: PAGE });
      for (const { id, ordinal } of page) yield { id, ordinal, repeat, attempts: 0 };
      const last = page.at(-1);
      if (!last) break;
      after = last.ordinal;
    }
  }
}

const NOT_SCORED = { accuracy: null, effectiveness: null };

/** An early decision needs the whole order before the first case. */
function planEarly(
  database: Database,
  run: StoredRun,
  settings: NonNullable<StoredRun["settings"]["early"]>,
): { rule: EarlyRule; places: Place[] } {
  const before = scoresByCase(database, settings.base);
  const ordinals = new Map(caseIndex(database, run).map(({ id, ordinal }) => [id, ordinal]));
  const rule = earlyRule(
    settings,
    [...ordinals.keys()],
    (id) => earlyScore(settings, before.get(id) ?? NOT_SCORED),
    run.settings.seed,
  );
  const earlier = earlierScores(database, run.id);
  for (const row of earlier) rule.observe(row.case, earlyScore(settings, row));
  const finished = new Set(earlier.map((row) => `${row.repeat}:${row.case}`));
  const places: Place[] = [];
  for (let repeat = 0; repeat < run.settings.repeats; repeat += 1) {
    for (const id of rule.order) {
      if (!finished.has(`${repeat}:${id}`)) places.push({ id, ordinal: ordinals.get(id) ?? 0, repeat, attempts: 0 });
    }
  }
  return { rule, places };
}
