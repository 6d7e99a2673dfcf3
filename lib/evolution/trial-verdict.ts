import type { TrialCase } from "@/lib/contracts/trial";
import { averageScore } from "@/lib/evaluation/score";

/** Cases of each side that an entry is tried on where no person decides. */
export const TRIED = { fails: 6, atRisk: 14 };

/** An entry must give this much AVG on the cases tried for each point that it takes: the cases at risk are only a sample. */
const GAIN_PER_LOSS = 2;
/** An entry must mend this share of the failing cases tried: it was said to mend them all, and every rule burdens the others. */
const LEAST_MENDED = 1 / 3;

const avgOf = (scores: TrialCase["before"]) => averageScore(scores) ?? 0;

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

/**
 * Whether an entry should be accepted for what its trial showed, where no person decides. It is not where nothing, or no
 * failing case tried, could be scored, where a P0 case broke, where less than a third of the failing cases got better, or
 * where AVG gained over the cases tried is less than twice the AVG lost. Where no failing case was to be tried it is enough
 * that nothing is lost.
 */
export function trialVerdict(cases: readonly TrialCase[]): { accept: boolean; reason: string } {
  const scored = cases.flatMap((one) => (one.after === null ? [] : [{ one, change: avgOf(one.after) - avgOf(one.before) }]));
  const refuse = (reason: string) => ({ accept: false, reason });
  if (scored.length === 0) return refuse("none of the cases tried could be scored");
  const broken = scored.filter(({ change }) => change < 0);
  const fixed = scored.filter(({ change }) => change > 0);
  const urgent = broken.filter(({ one }) => one.priority === "P0").length;
  if (urgent > 0) return refuse(`${counted(urgent, "P0 case")} broke`);
  const failing = scored.filter(({ one }) => one.why === "fails");
  if (failing.length === 0 && cases.some(({ why }) => why === "fails")) {
    return refuse("none of the failing cases tried could be scored");
  }
  const better = failing.filter(({ change }) => change > 0).length;
  if (better < LEAST_MENDED * failing.length) {
    return refuse(`${better === 0 ? "none" : better} of ${counted(failing.length, "failing case")} got better`);
  }
  const gain = fixed.reduce((sum, { change }) => sum + change, 0);
  const loss = broken.reduce((sum, { change }) => sum - change, 0);
  const outcome = `${fixed.length} fixed and ${broken.length} broken of ${counted(scored.length, "case")} tried`;
  return { accept: gain >= GAIN_PER_LOSS * loss, reason: outcome };
}
