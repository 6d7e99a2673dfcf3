import type { CaseRow } from "@/lib/contracts/run";

/** Where a result comes from where it was not simply run once. */
export interface ResultOrigin {
  text: string;
  /** The run it was taken from, where there is one. */
  run: string | null;
}

/** In words: tried several times, taken from another run, or never run; null for a case that was run once. */
export function resultOrigin(row: Pick<CaseRow, "attempts" | "reusedFrom">, repliesOf: string | null): ResultOrigin | null {
  if (row.reusedFrom !== null && row.reusedFrom === repliesOf) {
    return { text: "The reply is that of another run; only the judge was called.", run: row.reusedFrom };
  }
  if (row.reusedFrom !== null) {
    return {
      text: "Taken from an earlier run, as the inputs are equal. Its time is no measurement of this run.",
      run: row.reusedFrom,
    };
  }
  if (row.attempts === 0) return { text: "Never run.", run: null };
  if (row.attempts === 1) return null;
  return { text: `Tried ${row.attempts} times: the tries before failed at the model's service. This is the last.`, run: null };
}
