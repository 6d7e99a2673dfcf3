import { CAPABILITY_LEVELS, type CapabilityLevel, type ReleaseGateItem } from "@/lib/contracts/release-gate";
import { pointsText, shareText } from "@/lib/evaluation/gates/gate-item";
import { constantDifferenceInterval, pairedBootstrap } from "@/lib/stats/bootstrap";
import { type Interval, wilson } from "@/lib/stats/wilson";
import { type CapabilityVerdicts, type GateFacts, type GateSide, sameModel } from "./facts";
import { decided, lacking, note, ROUNDING, runItem, unscoredItem } from "./gate-items";

const LEVEL_NAMES: Record<CapabilityLevel, string> = {
  promptStrict: "prompt-level strict",
  promptLoose: "prompt-level loose",
  instructionStrict: "instruction-level strict",
  instructionLoose: "instruction-level loose",
};

/** Whether one run of the bare policy speaks for both sides: the harness has no part in it. */
export const isSamePolicy = (candidate: GateSide, production: GateSide | null): boolean =>
  candidate.policy !== null &&
  production !== null &&
  production.policy !== null &&
  sameModel(candidate.policy, production.policy);

/**
 * General capability (TaoLive report, section 6.1 and appendix H.3): IFEval of the bare policy, whose four accuracies may not
 * lie below those of production's policy by more than the margin. The point estimate decides; its 95 % interval stands beside
 * it. Where both sides have one policy the drop is zero by identity, and one run shows that it was measured at all.
 */
export function capabilityItems(facts: GateFacts): ReleaseGateItem[] {
  const { settings, candidate, production, capabilitySet, capability } = facts;
  const { dataset, minimum, unscoredShare } = settings.capability;
  if (capabilitySet === null) {
    const why =
      dataset === null
        ? "The project has chosen no set of instruction-following prompts: choose one in the gate settings."
        : `The data set ${dataset} is gone: choose another in the gate settings.`;
    return [lacking("capability set", "a data set of instruction-following prompts", why)];
  }
  const wanted = `a completed run of the bare policy on ${capabilitySet.name}`;
  const most = `at most ${shareText(unscoredShare)} unscored`;
  const own = sideItems("candidate's", "the candidate's policy", candidate, wanted, facts.capability.candidate);
  const scored = (name: string, verdicts: CapabilityVerdicts | null) =>
    verdicts ? [unscoredItem(name, verdicts.unscored, verdicts.prompts, unscoredShare, most)] : [];
  const reached = minimum === null ? [] : minimumItems(capability.candidateVerdicts, minimum);
  const measured = [...own, ...scored("candidate scored", capability.candidateVerdicts), ...reached];
  if (production === null) {
    const why = "Nothing is in production to compare with: the first release needs an override.";
    return [lacking("production", "a release to compare with", why), ...measured];
  }
  if (isSamePolicy(candidate, production)) return [...measured, ...identityItems(facts)];
  return [
    ...measured,
    ...sideItems("production's", "production's policy", production, wanted, capability.production),
    ...scored("production scored", capability.productionVerdicts),
    ...dropItems(facts),
  ];
}

function sideItems(
  whose: string,
  of: string,
  { policy }: GateSide,
  wanted: string,
  choice: GateFacts["capability"]["candidate"],
): ReleaseGateItem[] {
  const name = `${whose} run`;
  if (policy === null) return [lacking(name, wanted, `There is no endpoint behind ${of}: name one.`)];
  return [runItem(name, of, wanted, choice)];
}

const accuracyOf = (verdicts: readonly { correct: boolean }[]): number | null =>
  verdicts.length === 0 ? null : verdicts.filter((one) => one.correct).length / verdicts.length;

function identityItems({ capability, settings }: GateFacts): ReleaseGateItem[] {
  const verdicts = capability.candidateVerdicts;
  if (!verdicts) return [];
  return CAPABILITY_LEVELS.map((level) => {
    const own = verdicts.levels[level];
    const accuracy = accuracyOf(own);
    const wanted = `at most ${pointsText(-settings.capability.margin)} against production`;
    if (accuracy === null) return lacking(LEVEL_NAMES[level], wanted, "No prompt could be scored.", "unscored");
    return decided(true, {
      name: LEVEL_NAMES[level],
      found: `${accuracyText(accuracy, own.length)}; drop 0 points`,
      wanted,
      why: "Production is served by the same policy, so the drop is zero by identity; one run serves both.",
    });
  });
}

function accuracyText(accuracy: number, n: number): string {
  const { low, high } = wilson(accuracy, n);
  return `${shareText(accuracy)} (95 % interval ${shareText(low)} to ${shareText(high)}, n = ${n})`;
}

function minimumItems(verdicts: CapabilityVerdicts | null, minimum: number): ReleaseGateItem[] {
  if (!verdicts) return [];
  const name = `${LEVEL_NAMES.promptStrict}, itself`;
  const wanted = `at least ${shareText(minimum)}`;
  const own = verdicts.levels.promptStrict;
  const accuracy = accuracyOf(own);
  if (accuracy === null) return [lacking(name, wanted, "No prompt could be scored.", "unscored")];
  const passed = accuracy >= minimum - ROUNDING;
  const why = `${shareText(accuracy)} is ${passed ? "" : "not "}${wanted}.`;
  return [decided(passed, { name, found: accuracyText(accuracy, own.length), wanted, why })];
}

function dropItems({ capability, settings }: GateFacts): ReleaseGateItem[] {
  const { candidateVerdicts, productionVerdicts } = capability;
  const { margin } = settings.capability;
  if (!candidateVerdicts || !productionVerdicts) return [];
  return CAPABILITY_LEVELS.map((level) => {
    const name = LEVEL_NAMES[level];
    const wanted = `at most ${pointsText(-margin)} against production`;
    const paired = pairedVerdicts(productionVerdicts.levels[level], candidateVerdicts.levels[level]);
    if (paired.changes.length === 0) return lacking(name, wanted, "No prompt was scored on both sides.", "unscored");
    const n = paired.changes.length;
    const difference = paired.changes.reduce((sum, change) => sum + change, 0) / n;
    const { low, high } = intervalOf(paired, difference);
    const passed = difference >= -margin - ROUNDING;
    const base = shareText(paired.base / n);
    return decided(passed, {
      name,
      found: `${shareText(paired.head / n)} against ${base}: ${pointsText(difference)} (95 % interval ${pointsText(low)} to ${pointsText(high)}, n = ${n})`,
      wanted,
      why: `The point estimate decides: it is ${passed ? "" : "not "}within the margin${passed && low < -margin ? ", though a larger drop cannot be ruled out" : ""}.`,
    });
  });
}

interface PairedVerdicts {
  changes: number[];
  /** The prompt of each change: instructions of one prompt are drawn together. */
  prompts: string[];
  base: number;
  head: number;
}

/** Verdicts of prompts that both sides have decided, in the order of the first side; the n-th of a prompt with the n-th. */
function pairedVerdicts(
  base: readonly { case: string; correct: boolean }[],
  head: readonly { case: string; correct: boolean }[],
): PairedVerdicts {
  const byPrompt = new Map<string, boolean[]>();
  for (const one of head) byPrompt.set(one.case, [...(byPrompt.get(one.case) ?? []), one.correct]);
  const place = new Map<string, number>();
  const paired: PairedVerdicts = { changes: [], prompts: [], base: 0, head: 0 };
  for (const one of base) {
    const at = place.get(one.case) ?? 0;
    place.set(one.case, at + 1);
    const other = byPrompt.get(one.case)?.[at];
    if (other === undefined) continue;
    paired.changes.push(Number(other) - Number(one.correct));
    paired.prompts.push(one.case);
    paired.base += Number(one.correct);
    paired.head += Number(other);
  }
  return paired;
}

/** Resampling is seeded with a constant, so that a report reads the same whenever it is made. */
const SEED = 20_261_130;

function intervalOf({ changes, prompts }: PairedVerdicts, difference: number): Interval {
  const constant = changes.every((change) => change === changes[0]);
  const [drawn] = constant ? [null] : pairedBootstrap({ columns: [changes], clusters: prompts, seed: SEED });
  return drawn ?? constantDifferenceInterval(difference, new Set(prompts).size);
}

/** Said where what was measured is no real model. */
export const standInNote = (standIn: boolean): ReleaseGateItem[] =>
  standIn
    ? [note("policy", "the stand-in", "The stand-in policy answers from rules: these numbers say nothing about a model.")]
    : [];
