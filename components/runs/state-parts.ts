import { formatCount } from "@/components/ui/format";
import { type RunMetrics, UnscoredKind } from "@/lib/contracts/run";
import type { CaseFilters } from "./case-filters";
import { unscoredWords } from "./unscored-words";

/** A share of the results of a run, with the filter that lists it. */
export interface StatePart {
  text: string;
  filter: Pick<CaseFilters, "show" | "kind">;
}

type Counts = Pick<RunMetrics, "scored" | "failed" | "unscored" | "unscoredBy" | "reused">;

/** The denominators of a run in words: every result is in one of the parts but the last, which counts across them. */
export function stateParts({ scored, failed, unscored, unscoredBy, reused }: Counts): StatePart[] {
  const parts: StatePart[] = [{ text: `${formatCount(scored)} scored`, filter: { show: "all", kind: null } }];
  const add = (count: number, text: string, filter: StatePart["filter"]) => {
    if (count > 0) parts.push({ text: `${formatCount(count)} ${text}`, filter });
  };
  add(failed, "failed, scored 0", { show: "failed", kind: null });
  let named = 0;
  for (const kind of UnscoredKind.options) {
    const count = unscoredBy[kind] ?? 0;
    named += count;
    add(count, `unscored: ${unscoredWords[kind]}`, { show: "unscored", kind });
  }
  add(unscored - named, "unscored", { show: "unscored", kind: null });
  add(reused, "taken from earlier runs", { show: "reused", kind: null });
  return parts;
}
