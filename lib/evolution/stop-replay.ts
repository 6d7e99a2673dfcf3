import { CLAUSE_LETTERS, type StagePoint, type StopReplay } from "@/lib/contracts/evolution";
import { stageSelector } from "./select";
import { isEvaluated, type Proposal, type ShippedStage, type StopCluster, stopAdvice } from "./stop-rule";

/** What a diagnosis of a stage's run found: its clusters and the proposals that came of it. */
export interface KnownDiagnosis {
  clusters: readonly StopCluster[];
  proposals: readonly Proposal[];
}

/** What the run of a stage took; `cost` in US dollars, null where it is not known. */
export interface RunSpent {
  cases: number;
  calls: number;
  tokens: number;
  cost: number | null;
}

interface ReplayEvidence {
  /** Every stage of the campaign in order. */
  points: readonly StagePoint[];
  devCases: number;
  /** By stage: the diagnosis with which one went on after it; null where there is none. */
  diagnosisOf(stage: string): KnownDiagnosis | null;
  /** By stage: what its entries promised and did; null where it shipped none. */
  shippedOf(stage: string): ShippedStage | null;
  /** By stage: what its run took; null where that is not known. */
  spentOf(stage: string): RunSpent | null;
}

/**
 * The main line: the newest stage that was not rejected and those it came from, with the rejected attempts that began on it,
 * in order. Other branches are left out.
 */
function mainLine(points: readonly StagePoint[]): { line: StagePoint[]; head: StagePoint } | null {
  const evaluated = points.filter(isEvaluated);
  const head = evaluated.findLast((point) => !point.rejected && point.early === undefined) ?? evaluated.at(-1);
  if (head === undefined) return null;
  const byId = new Map(points.map((point) => [point.stage.id, point]));
  const path = new Set<string>();
  for (let at: string | null = head.stage.id; at !== null && !path.has(at); at = byId.get(at)?.stage.parent ?? null) path.add(at);
  const line = evaluated.filter(
    ({ stage, rejected }) => path.has(stage.id) || (rejected && stage.parent !== null && path.has(stage.parent)),
  );
  return { line, head };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const avgOf = (point: StagePoint | undefined, set: "metrics" | "heldOut") => point?.[set]?.avg.mean ?? null;
const difference = (head: number | null, base: number | null) => (head === null || base === null ? null : head - base);
const inPoints = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(100 * value).toFixed(1)}`;
const stages = (count: number) => `${count} ${count === 1 ? "stage" : "stages"}`;

/**
 * The stop rule as it would have spoken after each stage of the main line, knowing nothing of later ones, and what following
 * it would have meant. Null before a stage is evaluated.
 */
export function stopReplay(evidence: ReplayEvidence): StopReplay | null {
  const found = mainLine(evidence.points);
  if (found === null) return null;
  const { line, head } = found;
  const goneOnFrom = new Set(evidence.points.flatMap(({ stage }) => stage.parent ?? []));
  const selector = stageSelector();
  const steps = line.map((point, index): StopReplay["steps"][number] => {
    const known = line.slice(0, index + 1);
    selector.add(point);
    const diagnosis = evidence.diagnosisOf(point.stage.id);
    const advice = stopAdvice(
      {
        points: known,
        devCases: evidence.devCases,
        clusters: diagnosis?.clusters ?? null,
        proposals: diagnosis?.proposals ?? [],
        shipped: known.flatMap(({ stage }) => evidence.shippedOf(stage.id) ?? []),
      },
      goneOnFrom,
      selector.selection(),
    );
    return {
      stage: point.stage.id,
      recommended: advice.recommended,
      clauses: advice.clauses.filter((one) => one.holds === true).map((one) => one.clause),
      explanation: advice.explanation,
      choice: advice.stage,
    };
  });
  const stop = steps.findIndex((step) => step.recommended);
  const choice = (stop === -1 ? steps.at(-1) : steps[stop])?.choice ?? null;
  const chosen = line.find(({ stage }) => stage.id === choice);
  const after = stop === -1 ? [] : line.slice(stop + 1);
  const replay = {
    steps,
    stoppedAfter: steps[stop]?.stage ?? null,
    choice,
    saved: stop === -1 ? null : savedBy(after, evidence),
    without: stop === -1 || chosen === undefined ? null : withoutIt(after, head, chosen),
    bestHeldOut: bestHeldOut(line, chosen),
  };
  return { ...replay, explanation: inWords(replay, evidence.points, line, head) };
}

function savedBy(after: readonly StagePoint[], { spentOf }: ReplayEvidence): NonNullable<StopReplay["saved"]> {
  const spent = after.flatMap(({ stage }) => spentOf(stage.id) ?? []);
  const costs = spent.flatMap(({ cost }) => cost ?? []);
  return {
    stages: after.length,
    cases: sum(spent.map((one) => one.cases)),
    calls: sum(spent.map((one) => one.calls)),
    tokens: sum(spent.map((one) => one.tokens)),
    cost: costs.length < spent.length ? null : sum(costs),
  };
}

function withoutIt(after: readonly StagePoint[], head: StagePoint, chosen: StagePoint): NonNullable<StopReplay["without"]> {
  const brokenP0 = new Set(after.filter((point) => !point.rejected).flatMap((point) => point.brokenP0.map((one) => one.case)));
  return {
    stage: head.stage.id,
    dev: difference(avgOf(head, "metrics"), avgOf(chosen, "metrics")),
    heldOut: difference(avgOf(head, "heldOut"), avgOf(chosen, "heldOut")),
    brokenP0: brokenP0.size,
  };
}

function bestHeldOut(line: readonly StagePoint[], chosen: StagePoint | undefined): StopReplay["bestHeldOut"] {
  const scored = line.flatMap((point) => {
    const avg = avgOf(point, "heldOut");
    return avg === null ? [] : [{ stage: point.stage.id, avg }];
  });
  const [best] = scored.sort((a, b) => b.avg - a.avg);
  return best === undefined ? null : { ...best, behind: difference(best.avg, avgOf(chosen, "heldOut")) };
}

function inWords(
  { steps, stoppedAfter, choice, saved, without, bestHeldOut: best }: Omit<StopReplay, "explanation">,
  points: readonly StagePoint[],
  line: readonly StagePoint[],
  head: StagePoint,
): string {
  const nameOf = (id: string | null) => points.find(({ stage }) => stage.id === id)?.stage.name ?? "none";
  const left = points.filter(isEvaluated).length - line.length;
  const said = [
    `Replayed along the line to ${head.stage.name}, the newest stage that was not rejected${left > 0 ? `; ${stages(left)} on other branches left out` : ""}.`,
  ];
  if (stoppedAfter === null) {
    said.push(`The rule never said stop; it would hold ${nameOf(choice)}.`);
  } else {
    const letters = steps.find((step) => step.stage === stoppedAfter)?.clauses.map((one) => `(${CLAUSE_LETTERS[one]})`);
    said.push(`It first said stop after ${nameOf(stoppedAfter)}, by ${letters?.join(", ")}, and chose ${nameOf(choice)}.`);
    if (saved !== null && saved.stages > 0) said.push(`${stages(saved.stages)} came after it.`);
  }
  if (without !== null && without.stage !== choice && without.dev !== null) {
    const heldOut = without.heldOut === null ? "" : ` and ${inPoints(without.heldOut)} on the held-out set`;
    said.push(`Going on to ${nameOf(without.stage)} came to ${inPoints(without.dev)} points of AVG on the dev set${heldOut}.`);
  }
  if (best !== null && best.behind !== null) {
    said.push(
      best.behind <= 0
        ? "No stage of the line is better on the held-out set."
        : `${nameOf(best.stage)} is the best on the held-out set, ${(100 * best.behind).toFixed(1)} points above the choice.`,
    );
  }
  return said.join(" ");
}
