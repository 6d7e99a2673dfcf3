import type { CaseRow, Estimate } from "@/lib/contracts/run";
import { meanInterval } from "@/lib/stats/wilson";
import { averageScore } from "./score";

export type ScoreName = "accuracy" | "effectiveness" | "avg";
export const SCORE_NAMES: readonly ScoreName[] = ["accuracy", "effectiveness", "avg"];

/** A case with its scores, averaged over the repeats that have one; null where none has. */
export interface CaseScores extends Record<ScoreName, number | null> {
  case: string;
  category: string;
  priority: string;
  comment: string;
  repeats: number;
}

/** One entry a case, in order of first row. */
export function scoresByCase(rows: readonly CaseRow[]): CaseScores[] {
  const byCase = new Map<string, CaseRow[]>();
  for (const row of rows) {
    const own = byCase.get(row.case);
    if (own) own.push(row);
    else byCase.set(row.case, [row]);
  }
  return [...byCase.values()].flatMap((own) => {
    const first = own[0];
    if (first === undefined) return [];
    return {
      case: first.case,
      category: first.category,
      priority: first.priority,
      comment: first.comment,
      repeats: own.length,
      accuracy: meanOf(own.map((row) => row.accuracy)),
      effectiveness: meanOf(own.map((row) => row.effectiveness)),
      avg: meanOf(own.map(averageScore)),
    };
  });
}

/** Mean over cases with its 95 % interval; cases without that score are counted as unscored. */
export function estimate(cases: readonly CaseScores[], score: ScoreName): Estimate {
  const values = cases.flatMap((item) => item[score] ?? []);
  const interval = meanInterval(values);
  return {
    mean: interval?.mean ?? null,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    n: values.length,
    unscored: cases.length - values.length,
  };
}

/** Entries by category, in order of name. */
export function byCategory<T extends { category: string }>(items: readonly T[]): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const own = groups.get(item.category);
    if (own) own.push(item);
    else groups.set(item.category, [item]);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

function meanOf(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0) / present.length;
}
