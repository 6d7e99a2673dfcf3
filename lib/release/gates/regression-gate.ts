import type { PairedResults } from "@/lib/contracts/comparison";
import type { ReleaseGateItem } from "@/lib/contracts/release-gate";
import type { PairedDifference } from "@/lib/contracts/run";
import { nonInferiorityOf } from "@/lib/evaluation/compare-verdicts";
import { pointsText, shareText } from "@/lib/evaluation/gates/gate-item";
import { categoryItems } from "./category-items";
import { type GateDataset, type GateFacts, type GateRun, type GateSide, sameModel } from "./facts";
import { countText, decided, lacking, note, runItem, unscoredItem } from "./gate-items";
import { judgeItems } from "./judge-items";

const SET = "evaluation set";
const BASELINE = "production";

/** Whether the candidate is what production serves already. */
export const isSame = (candidate: GateSide, production: GateSide): boolean =>
  candidate.version === production.version &&
  candidate.policy !== null &&
  production.policy !== null &&
  sameModel(candidate.policy, production.policy);

/**
 * The business regression suite, paired case by case against what production serves (METHODS.md, section 3): the lower end of
 * the 95 % interval of one score above a bound, the others non-inferior by a margin, no category worse, no P0 case lost.
 * Production always is the comparison, whichever channel the candidate is for.
 */
export function regressionItems(facts: GateFacts): ReleaseGateItem[] {
  const { candidate, production, evaluationSet, regression } = facts;
  if (production === null) {
    const why = "Nothing is in production to compare with: the first release needs an override.";
    return [lacking(BASELINE, "a release to compare with", why), ...judgeItems(facts)];
  }
  if (isSame(candidate, production)) {
    const why = "Production serves exactly this version and this model, so nothing changes for its viewers.";
    return [decided(true, { name: BASELINE, found: "the same version and model", wanted: "nothing worse", why })];
  }
  const named = facts.settings.regression.dataset;
  if (evaluationSet === null) {
    const why =
      named === null
        ? "The project has chosen no evaluation set: choose one in the gate settings."
        : `The data set ${named} is gone: choose another in the gate settings.`;
    return [lacking(SET, "a data set of the project", why), ...judgeItems(facts)];
  }
  const judge = facts.judge === null ? "scored by the checks alone" : `scored by ${facts.judge.name} as it is now`;
  const wanted = `a completed run on ${evaluationSet.name}, ${judge}`;
  const side = (name: string, of: string, { policy }: GateSide, choice: typeof regression.candidate) =>
    policy === null
      ? lacking(name, wanted, `There is no endpoint behind ${of}, so nothing can be asked of it.`)
      : runItem(name, of, wanted, choice);
  return [
    ...judgeItems(facts),
    side("candidate's run", "the candidate", candidate, regression.candidate),
    side("production's run", "production", production, regression.production),
    ...(regression.paired && regression.candidate.run && regression.production.run
      ? pairedItems(facts, regression.paired, { candidate: regression.candidate.run, production: regression.production.run })
      : []),
    ...setNotes(evaluationSet),
  ];
}

/** What weakens the set itself (METHODS.md, section 6). */
function setNotes({ name, role, looks }: GateDataset): ReleaseGateItem[] {
  if (role === "dev")
    return [note(SET, name, "It is a dev set: whoever proposed the changes has read its cases, which flatters them.")];
  if (!looks.wornOut) return [];
  return [note(SET, name, `It was looked at ${looks.runs} times and is worn out: import a new version of it.`)];
}

interface Sides {
  candidate: GateRun;
  production: GateRun;
}

function pairedItems(facts: GateFacts, paired: PairedResults, runs: Sides): ReleaseGateItem[] {
  const { metric, margin, unscoredShare } = facts.settings.regression;
  const primary = paired.metrics.find((one) => one.metric === metric);
  const others = paired.metrics.filter((one) => one.metric !== metric);
  const { base, head } = paired.coverage;
  const most = `at most ${shareText(unscoredShare)} unscored`;
  return [
    boundItem(primary, facts.settings.regression.lowerBound),
    ...others.map((one) => marginItem(one, margin, runs)),
    ...categoryItems(paired.categories, facts.settings.regression),
    p0Item(facts, paired),
    unscoredItem("candidate scored", head.unscored, head.cases, unscoredShare, most),
    unscoredItem("production scored", base.unscored, base.cases, unscoredShare, most),
    ...detectableNote(primary),
  ];
}

const intervalText = ({ difference, low, high, n, better, worse }: PairedDifference): string =>
  difference === null || low === null || high === null
    ? "nothing"
    : `${pointsText(difference)} (95 % interval ${pointsText(low)} to ${pointsText(high)}, n = ${n}, ${better} better, ${worse} worse)`;

const NOT_PAIRED = "No case has this score in both runs.";

function boundItem(found: PairedDifference | undefined, bound: number): ReleaseGateItem {
  const name = `${found?.metric ?? "score"} against production`;
  const wanted = `lower end of the interval above ${pointsText(bound)}`;
  if (!found || found.low === null) return lacking(name, wanted, NOT_PAIRED, "unscored");
  const passed = found.low > bound;
  const why = `The lower end of the 95 % interval lies at ${pointsText(found.low)}, which is ${passed ? "" : "not "}above ${pointsText(bound)}.`;
  return decided(passed, { name, found: intervalText(found), wanted, why });
}

function marginItem(found: PairedDifference, margin: number, { candidate, production }: Sides): ReleaseGateItem {
  const { metric } = found;
  const name = `${metric} not worse`;
  const wanted = `interval above ${pointsText(-margin)}`;
  const [verdict] = nonInferiorityOf([found], margin);
  if (!verdict || verdict.low === null) {
    const asked = metric === "avg" || candidate.scored[metric] > 0 || production.scored[metric] > 0;
    if (!asked) return note(name, "nothing", `No case of the set gives a score for ${metric}.`);
    return lacking(name, wanted, NOT_PAIRED, "unscored");
  }
  const passed = verdict.verdict === "non-inferior";
  const doubt = verdict.verdict === "undecided" ? ", so that worse by more than the margin cannot be ruled out" : "";
  const why = `The lower end of the 95 % interval lies at ${pointsText(verdict.low)}${doubt}.`;
  return decided(passed, { name, found: intervalText(found), wanted, why });
}

/** A case on which the harness must hold blocks by itself; what could not be scored any more has not been seen to hold. */
function p0Item({ settings, evaluationSet, regression }: GateFacts, { brokenP0 }: PairedResults): ReleaseGateItem {
  const most = settings.regression.brokenP0;
  const name = "P0 cases";
  const wanted = `at most ${most} broken or unscored`;
  const named = evaluationSet !== null && evaluationSet.role !== "vault";
  const list = (ids: readonly string[]) => (named && ids.length > 0 ? `: ${ids.join(", ")}` : "");
  const unscored = regression.unscoredP0.filter((id) => !brokenP0.includes(id));
  const found = `${brokenP0.length} broken${list(brokenP0)}; ${unscored.length} unscored${list(unscored)}`;
  if (brokenP0.length > most)
    return decided(false, { name, found, wanted, why: `${countText(brokenP0.length, "P0 case")} broke against production.` });
  if (brokenP0.length + unscored.length <= most)
    return decided(true, { name, found, wanted, why: "No more P0 cases were lost than are allowed." });
  const why = `${countText(unscored.length, "P0 case")} could not be scored any more, so nobody can say that they hold.`;
  return lacking(name, wanted, why, "unscored", found);
}

function detectableNote(found: PairedDifference | undefined): ReleaseGateItem[] {
  if (!found || found.n === 0) return [];
  const smallest = found.minimumDetectable;
  const text = smallest === null ? "unknown" : `${Number((100 * smallest).toFixed(2))} points`;
  const why =
    smallest === null
      ? "So few cases differ that no difference of theirs could be found."
      : "A smaller true difference would mostly go unseen: 80 % power, two-sided at 5 %.";
  return [note(`smallest ${found.metric} difference found`, text, why)];
}
