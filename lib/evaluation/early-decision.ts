import type { EarlyDecision, EarlyOutcome } from "@/lib/contracts/run-settings";
import { eProcess } from "@/lib/stats/losses-wins";
import { createRandom, shuffled } from "@/lib/stats/random";
import { averageScore } from "./score";

/** The score (0 to 1) of a case in the run that it is compared with; null where it was not scored there. */
export type BaseScore = (id: string) => number | null;

type Scores = { accuracy: number | null; effectiveness: number | null };

/** The score that a rule goes by; null where the case could not be scored. */
export const earlyScore = (settings: EarlyDecision, scores: Scores): number | null =>
  settings.mode === "curtail" && settings.metric === "avg" ? averageScore(scores) : scores.accuracy;

/** A rule that may end a run before all its cases. Pure: it holds what it was told and decides from that alone. */
export interface EarlyRule {
  /** The order in which the cases must be run. */
  readonly order: readonly string[];
  /** A case has ended, with its `earlyScore`. */
  observe(id: string, score: number | null): void;
  /** The decision, once there is one; null while there is none. */
  decided(): "worse" | "not-enough" | "reached" | null;
  /** What came of it; `saved` is the number of cases that were not run. */
  outcome(saved: number): EarlyOutcome;
}

/** The rule of a run. `ids` are the cases in the order of the data set; `seed` draws the random order. */
export function earlyRule(settings: EarlyDecision, ids: readonly string[], base: BaseScore, seed: number): EarlyRule {
  return settings.mode === "anytime" ? anytimeRule(settings, ids, base, seed) : curtailRule(settings, ids, base);
}

/**
 * The anytime-valid stop (METHODS.md, section 3). Results are taken in the random order in which the cases were begun, not in
 * the order in which they ended, since slow cases may be the bad ones: a result waits until all before it are known.
 */
function anytimeRule(
  settings: Extract<EarlyDecision, { mode: "anytime" }>,
  ids: readonly string[],
  base: BaseScore,
  seed: number,
): EarlyRule {
  const order = shuffled(ids, createRandom(seed));
  const known = new Map<string, number | null>();
  const counts = { wins: 0, losses: 0, used: 0 };
  let next = 0;
  let halted = false;
  const worse = () => eProcess(counts.losses, counts.wins) >= 1 / settings.alpha;
  return {
    order,
    observe(id, accuracy) {
      known.set(id, accuracy);
      for (let at = order[next]; !halted && at !== undefined && known.has(at); at = order[next]) {
        next += 1;
        count(counts, base(at), known.get(at) ?? null);
        halted = worse();
      }
    },
    decided: () => (halted ? "worse" : null),
    outcome: (saved) => ({
      mode: "anytime",
      base: settings.base,
      decision: halted ? "worse" : "undecided",
      ...counts,
      evidence: eProcess(counts.losses, counts.wins),
      saved,
      guarantee: `Whenever one looks, a version that is no worse is halted in at most ${percent(settings.alpha)} of runs.`,
    }),
  };
}

/**
 * Fail-first curtailment (METHODS.md, section 3). Only a case below the full mark can become a win and only one above nothing
 * a loss, so the best and the worst net gain that the cases left can still bring are known exactly.
 */
function curtailRule(settings: Extract<EarlyDecision, { mode: "curtail" }>, ids: readonly string[], base: BaseScore): EarlyRule {
  const touched = new Set(settings.touched);
  const canRise = (score: number | null) => score !== null && score < 1;
  const canFall = (score: number | null) => score !== null && score > 0;
  const failed = ids.filter((id) => canRise(base(id)));
  const passed = ids.filter((id) => base(id) === 1);
  const others = ids.filter((id) => base(id) === null);
  const order = [...failed, ...passed.filter((id) => touched.has(id)), ...passed.filter((id) => !touched.has(id)), ...others];
  const left = { rising: failed.length, falling: ids.filter((id) => canFall(base(id))).length };
  const seen = new Set<string>();
  const counts = { wins: 0, losses: 0, used: 0 };
  const decided = () => {
    const net = counts.wins - counts.losses;
    if (net + left.rising < settings.needed) return "not-enough" as const;
    return net - left.falling >= settings.needed ? ("reached" as const) : null;
  };
  return {
    order,
    observe(id, score) {
      if (seen.has(id)) return;
      seen.add(id);
      const before = base(id);
      if (canRise(before)) left.rising -= 1;
      if (canFall(before)) left.falling -= 1;
      count(counts, before, score);
    },
    decided,
    outcome: (saved) => ({
      mode: "curtail",
      base: settings.base,
      decision: decided() ?? "undecided",
      ...counts,
      evidence: null,
      saved,
      guarantee: `The cases that were not run cannot change whether ${settings.metric === "avg" ? "AVG" : "Accuracy"} gains ${settings.needed} net: the decision is that of the whole run.`,
    }),
  };
}

function count(counts: { wins: number; losses: number; used: number }, before: number | null, after: number | null): void {
  if (before === null || after === null) return;
  counts.used += 1;
  if (after > before) counts.wins += 1;
  else if (after < before) counts.losses += 1;
}

const percent = (share: number) => `${Number((share * 100).toFixed(2))} %`;
