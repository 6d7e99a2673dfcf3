import type { CaseRow } from "@/lib/contracts/run";
import { averageScore } from "./score";

export type ScoreName = "accuracy" | "effectiveness" | "avg";
export const SCORE_NAMES: readonly ScoreName[] = ["accuracy", "effectiveness", "avg"];

/** What scoring needs of a result. */
export type ScoreRow = Pick<CaseRow, "case" | "category" | "priority" | "accuracy" | "effectiveness"> & {
  /** Room or session; intervals and permutations are clustered by it. */
  group?: string | null;
};

/** A case with its scores, averaged over the repeats that have one; null where none has. */
export interface CaseScores extends Record<ScoreName, number | null> {
  case: string;
  category: string;
  priority: string;
  group: string | undefined;
  repeats: number;
}

/** One entry a case, in order of first row. */
export function scoresByCase(rows: readonly ScoreRow[]): CaseScores[] {
  const byCase = new Map<string, { row: ScoreRow; more: ScoreRow[] }>();
  for (const row of rows) {
    const own = byCase.get(row.case);
    if (own) own.more.push(row);
    else byCase.set(row.case, { row, more: [] });
  }
  return Array.from(byCase.values(), ({ row, more }) => {
    const all = more.length === 0 ? null : [row, ...more];
    return {
      case: row.case,
      category: row.category,
      priority: row.priority,
      group: row.group ?? undefined,
      repeats: 1 + more.length,
      accuracy: all ? meanOf(all.map((one) => one.accuracy)) : row.accuracy,
      effectiveness: all ? meanOf(all.map((one) => one.effectiveness)) : row.effectiveness,
      avg: all ? meanOf(all.map(averageScore)) : averageScore(row),
    };
  });
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
