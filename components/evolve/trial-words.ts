import { plural } from "@/components/ui/format";
import type { Campaign } from "@/lib/contracts/evolution";
import type { Trial, TrialCase } from "@/lib/contracts/trial";
import { metricWords } from "./metric-words";

const named = { fails: "failing", "at-risk": "at-risk" } as const;

/**
 * "fixed 3 of 4 failing, broke 0 of 4 at-risk, 1 unscored". The denominators hold every case that was tried, scored or not;
 * what went the other way is said as well.
 */
export function trialSummary(cases: readonly TrialCase[]): string {
  if (cases.length === 0) return "no case yet";
  const count = (why: TrialCase["why"], outcome?: TrialCase["outcome"]) =>
    cases.filter((item) => item.why === why && (outcome === undefined || item.outcome === outcome)).length;
  const parts: string[] = [];
  if (count("fails") > 0) parts.push(`fixed ${count("fails", "fixed")} of ${count("fails")} ${named.fails}`);
  if (count("at-risk") > 0) parts.push(`broke ${count("at-risk", "broken")} of ${count("at-risk")} ${named["at-risk"]}`);
  if (count("fails", "broken") > 0) parts.push(`made ${count("fails", "broken")} worse that failed`);
  if (count("at-risk", "fixed") > 0) parts.push(`made ${count("at-risk", "fixed")} better that passed`);
  const unscored = cases.filter((item) => item.outcome === "unscored").length;
  if (unscored > 0) parts.push(`${unscored} unscored`);
  return parts.join(", ");
}

/** What was tried, where it is not the entry as it now stands; null where it is. */
export function trialOf(trial: Trial, revision: number, drafting: boolean): string | null {
  if (trial.draft) return drafting ? "An unsaved edit, as it stood then." : "An unsaved edit, not the entry as it stands.";
  if (drafting) return "The entry, without the edit you are writing.";
  return trial.revision === revision ? null : "The entry as it was before it changed.";
}

const score = (value: number | null) => (value === null ? "–" : `${Number(value.toFixed(2))}`);

/** "Accuracy 0 → 1, Effectiveness 0.5 → 1"; "not scored" afterwards where it could not be. */
export function scoreChange({ before, after }: TrialCase, kind: Campaign["kind"] = "agent"): string {
  const words = metricWords(kind);
  const change = (name: string, was: number | null, is: number | null | undefined) =>
    `${name} ${score(was)} → ${is === undefined ? "not scored" : score(is)}`;
  return `${change(words.accuracy, before.accuracy, after?.accuracy)}, ${change(words.effectiveness, before.effectiveness, after?.effectiveness)}`;
}

export const triedText = (trial: Trial): string =>
  trial.status === "running"
    ? `${trial.cases.length} of ${plural(trial.total, "case")} replayed`
    : `${plural(trial.cases.length, "case")} replayed`;
