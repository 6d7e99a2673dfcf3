import { CAPABILITY_LEVELS, type CapabilityLevel, type ReleaseGateItem } from "@/lib/contracts/release-gate";
import { pointsText, shareText } from "@/lib/evaluation/gates/gate-item";
import { constantDifferenceInterval, pairedBootstrap } from "@/lib/stats/bootstrap";
import { type Interval, wilson } from "@/lib/stats/wilson";
import type { Capability } from "../capability/capability-of";
import { type GateFacts, type GateSide, sameModel } from "./facts";
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
  const scored = (name: string, verdicts: Capability | null) =>
    verdicts ? [unscoredItem(name, verdicts.unscored, verdicts.unscored + verdicts.prompts.length, unscoredShare, most)] : [];
  const reached = minimum === null ? [] : minimumItems(capability.candidateResults, minimum);
  const measured = [...own, ...scored("candidate scored", capability.candidateResults), ...reached];
  if (production === null) {
    const why = "Nothing is in production to compare with: the first release needs an override.";
    return [lacking("production", "a release to compare with", why), ...measured];
  }
  if (isSamePolicy(candidate, production)) return [...measured, ...identityItems(facts)];
  return [
    ...measured,
    ...sideItems("production's", "production's policy", production, wanted, capability.production),
    ...scored("production scored", capability.productionResults),
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

const accuracyOf = ({ correct, n }: { correct: number; n: number }): number | null => (n === 0 ? null : correct / n);

function identityItems({ capability, settings }: GateFacts): ReleaseGateItem[] {
  const verdicts = capability.candidateResults;
  if (!verdicts) return [];
  return CAPABILITY_LEVELS.map((level) => {
    const own = verdicts.levels[level];
    const accuracy = accuracyOf(own);
    const wanted = `at most ${pointsText(-settings.capability.margin)} against production`;
    if (accuracy === null) return lacking(LEVEL_NAMES[level], wanted, "No prompt could be scored.", "unscored");
    return decided(true, {
      name: LEVEL_NAMES[level],
      found: `${accuracyText(accuracy, own.n)}; drop 0 points`,
      wanted,
      why: "Production is served by the same policy, so the drop is zero by identity; one run serves both.",
    });
  });
}

function accuracyText(accuracy: number, n: number): string {
  const { low, high } = wilson(accuracy, n);
  return `${shareText(accuracy)} (95 % interval ${shareText(low)} to ${shareText(high)}, n = ${n})`;
}

function minimumItems(verdicts: Capability | null, minimum: number): ReleaseGateItem[] {
  if (!verdicts) return [];
  const name = `${LEVEL_NAMES.promptStrict}, itself`;
  const wanted = `at least ${shareText(minimum)}`;
  const own = verdicts.levels.promptStrict;
  const accuracy = accuracyOf(own);
  if (accuracy === null) return [lacking(name, wanted, "No prompt could be scored.", "unscored")];
  const passed = accuracy >= minimum - ROUNDING;
  const why = `${shareText(accuracy)} is ${passed ? "" : "not "}${wanted}.`;
  return [decided(passed, { name, found: accuracyText(accuracy, own.n), wanted, why })];
}

function dropItems({ capability, settings }: GateFacts): ReleaseGateItem[] {
  const { candidateResults, productionResults } = capability;
  const { margin } = settings.capability;
  if (!candidateResults || !productionResults) return [];
  return CAPABILITY_LEVELS.map((level) => {
    const name = LEVEL_NAMES[level];
    const wanted = `at most ${pointsText(-margin)} against production`;
    const paired = pairPrompts(productionResults, candidateResults, level);
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

interface PairedPrompts {
  changes: number[];
  /** The prompt of each change: instructions of one prompt are drawn together. */
  prompts: string[];
  base: number;
  head: number;
}

type Prompt = Capability["prompts"][number];

/** What was kept of how much, at one level of one prompt. */
const keptAt: Record<CapabilityLevel, (prompt: Prompt) => readonly [kept: number, of: number]> = {
  promptStrict: ({ strict }) => [Number(strict), 1],
  promptLoose: ({ loose }) => [Number(loose), 1],
  instructionStrict: ({ instructionsStrict }) => instructionsStrict,
  instructionLoose: ({ instructionsLoose }) => instructionsLoose,
};

/** Prompts that are decided on both sides; each instruction is an item, and the change of a prompt lies evenly on its own. */
function pairPrompts(base: Capability, head: Capability, level: CapabilityLevel): PairedPrompts {
  const others = new Map<string, Prompt[]>();
  for (const prompt of head.prompts) others.set(prompt.case, [...(others.get(prompt.case) ?? []), prompt]);
  const paired: PairedPrompts = { changes: [], prompts: [], base: 0, head: 0 };
  for (const prompt of base.prompts) {
    const other = others.get(prompt.case)?.shift();
    if (!other) continue;
    const [before, of] = keptAt[level](prompt);
    const [after] = keptAt[level](other);
    for (let index = 0; index < of; index += 1) {
      paired.changes.push((after - before) / of);
      paired.prompts.push(prompt.case);
    }
    paired.base += before;
    paired.head += after;
  }
  return paired;
}

/** Resampling is seeded with a constant, so that a report reads the same whenever it is made. */
const SEED = 20_261_130;

function intervalOf({ changes, prompts }: PairedPrompts, difference: number): Interval {
  const constant = changes.every((change) => change === changes[0]);
  const [drawn] = constant ? [null] : pairedBootstrap({ columns: [changes], clusters: prompts, seed: SEED });
  return drawn ?? constantDifferenceInterval(difference, new Set(prompts).size);
}

/** Said where what was measured is no real model. */
export const standInNote = (standIn: boolean): ReleaseGateItem[] =>
  standIn
    ? [note("policy", "the stand-in", "The stand-in policy answers from rules: these numbers say nothing about a model.")]
    : [];
