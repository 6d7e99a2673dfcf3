import type { CampaignChart, StagePoint } from "@/lib/contracts/evolution";
import type { StudioClient } from "./connection";
import { type DemoRule, diagnose, evaluate, finishRun, type Place, playStage } from "./demo-stage";
import { CommandError, EXIT } from "./exit";

/** One stage of the played loop; scores and shares from 0 to 1, null where there is nothing to measure or to divide by. */
export interface DemoRow {
  name: string;
  version: string;
  accuracy: number | null;
  effectiveness: number | null;
  avg: number | null;
  /** Cases whose AVG rose or fell against the stage it began from, of those that were run. */
  fixed: number | null;
  broken: number | null;
  brokenP0: number;
  /** Titles of the entries the stage applied, and of those that were turned down, with the reason. */
  entries: string[];
  refused: { title: string; reason: string }[];
  /** Of the cases that the entries were said to fix, those that were; of the fixed ones, those that had been said. */
  fixPrecision: number | null;
  fixRecall: number | null;
  /** Of the broken cases, those in the touch-set; and the touch-set's share of the passing cases. */
  touchSetRecall: number | null;
  touchSetShare: number | null;
  /** Model calls of the evaluation and their share of a whole one's, as measured. */
  calls: number | null;
  callShare: number | null;
  /** Model calls of the trials; and all of the stage, trials and evaluation, as a share of a whole evaluation. */
  trialCalls: number;
  spentShare: number | null;
  /** `early`: its evaluation was ended as soon as it was certain that it is no better. */
  outcome: "start" | "kept" | "rolled-back" | "rolled-back-early" | "nothing-accepted";
  reason: string | null;
  heldOutAvg: number | null;
  selected: boolean;
}

/** The stop rule's choice against the best held-out stage, by name. */
export interface DemoStop {
  stoppedAfter: string | null;
  choice: string | null;
  bestHeldOut: string | null;
  /** AVG on the held-out set by which the choice is behind it. */
  behind: number | null;
  savedStages: number | null;
  savedCalls: number | null;
  explanation: string;
}

export interface DemoOutcome {
  rule: DemoRule;
  stages: DemoRow[];
  selected: string | null;
  /** Broken cases of all stages that the touch-sets held. */
  touchSetRecall: number | null;
  advice: CampaignChart["advice"];
  stop: DemoStop | null;
}

/** How the loop is played without a person: stated wherever its result is shown. */
export const DEMO_RULES: Record<DemoRule, string> = {
  careful:
    "Of at most three proposed entries a stage, those are accepted that verify and whose trial does not hurt; a stage is evaluated until it is certain that AVG does not rise in more cases than it falls in, is rolled back then or at the end if so, and the next begins at the last one kept.",
  naive:
    "Every proposed entry that verifies is accepted, at most three a stage; each stage starts from the one before it, whatever came of that.",
};

const isKept = (point: StagePoint | undefined) =>
  point !== undefined && !point.rejected && (point.fixed ?? 0) > (point.broken ?? 0);

const inWords = ({ fixed, broken, early }: StagePoint) =>
  early === undefined
    ? `AVG rises in ${fixed ?? 0} cases and falls in ${broken ?? 0}.`
    : `Ended early: AVG can no longer rise in more cases than it falls in (${fixed ?? 0} rose, ${broken ?? 0} fell).`;

function outcomeOf({ stage, early }: StagePoint): DemoRow["outcome"] {
  const { proposed, accepted, edited, rejected, invalid } = stage.entries;
  if (proposed + accepted + edited + rejected + invalid === 0) return "start";
  if (stage.version === null) return "nothing-accepted";
  if (stage.decision?.kind !== "rollback") return "kept";
  return early === undefined ? "rolled-back" : "rolled-back-early";
}

interface Played {
  stages: string[];
  trialCalls: Map<string, number>;
}

/** Plays the evolutions and decides each of them by the rule. */
async function playStages(
  client: StudioClient,
  place: Place,
  first: readonly string[],
  { count, rule, say }: { count: number; rule: DemoRule; say: (text: string) => void },
): Promise<Played & { last: string }> {
  const played: Played & { last: string } = { stages: [...first], trialCalls: new Map(), last: first[first.length - 1] ?? "" };
  for (let number = 1; number <= count; number++) {
    const name = `Evolution ${number}`;
    say(`${name}: diagnosing, trying, evaluating`);
    const found = await playStage(client, place, { parent: played.last, name, rule });
    if (found === null) {
      say(`${name}: the analyst has nothing left to propose`);
      break;
    }
    const { stage } = found;
    played.stages.push(stage);
    played.trialCalls.set(stage, found.trialCalls);
    if (rule === "naive") {
      played.last = stage;
      continue;
    }
    if (!found.accepted) {
      await client.stages.decide({ ...place, stage, kind: "rollback", reason: "No entry stood its trial." });
      continue;
    }
    const point = (await client.campaigns.chart(place)).points.find((one) => one.stage.id === stage);
    if (point !== undefined && !isKept(point)) {
      await client.stages.decide({ ...place, stage, kind: "rollback", reason: inWords(point) });
    } else played.last = stage;
  }
  return played;
}

function stopOf({ replay, points }: CampaignChart): DemoStop | null {
  if (replay === null) return null;
  const nameOf = (id: string | null | undefined) => points.find(({ stage }) => stage.id === id)?.stage.name ?? null;
  return {
    stoppedAfter: nameOf(replay.stoppedAfter),
    choice: nameOf(replay.choice),
    bestHeldOut: nameOf(replay.bestHeldOut?.stage),
    behind: replay.bestHeldOut?.behind ?? null,
    savedStages: replay.saved?.stages ?? null,
    savedCalls: replay.saved?.calls ?? null,
    explanation: replay.explanation,
  };
}

/** Model calls of the stage that a stage began from: what a whole evaluation of it takes. */
const wholeCalls = (points: readonly StagePoint[], point: StagePoint) =>
  points.find(({ stage }) => stage.id === point.stage.parent)?.calls ?? null;

async function toRow(client: StudioClient, place: Place, chart: CampaignChart, point: StagePoint, trialCalls: number) {
  const { stage, metrics, heldOut, foresight } = point;
  const { proposals } = await client.stages.get({ ...place, stage: stage.id });
  const shipped = proposals.filter(({ status }) => status === "accepted" || status === "edited");
  const refused = proposals.filter(({ status }) => status === "rejected");
  const whole = wholeCalls(chart.points, point);
  const outcome = outcomeOf(point);
  const row: DemoRow = {
    name: stage.name,
    version: stage.version ?? "",
    accuracy: metrics?.accuracy.mean ?? null,
    effectiveness: metrics?.effectiveness.mean ?? null,
    avg: metrics?.avg.mean ?? null,
    fixed: point.fixed,
    broken: point.broken,
    brokenP0: point.brokenP0.length,
    entries: shipped.map(({ title }) => title),
    refused: refused.map(({ title, rejectionReason }) => ({ title, reason: rejectionReason ?? "" })),
    fixPrecision: foresight?.fixPrecision ?? null,
    fixRecall: foresight?.fixRecall ?? null,
    touchSetRecall: foresight?.touchSetRecall ?? null,
    touchSetShare: foresight?.touchSetShare ?? null,
    calls: point.calls,
    callShare: point.callShare,
    trialCalls,
    spentShare: whole === null || whole === 0 || outcome === "start" ? null : (trialCalls + (point.calls ?? 0)) / whole,
    outcome,
    reason: stage.decision?.reason ?? null,
    heldOutAvg: heldOut?.avg.mean ?? null,
    selected: stage.id === chart.advice.stage,
  };
  return row;
}

/** Touch-set recall over all stages: each stage's own, weighted by its broken cases. */
function recallOver(rows: readonly DemoRow[]): number | null {
  const known = rows.flatMap(({ touchSetRecall, broken }) =>
    touchSetRecall === null ? [] : [{ touchSetRecall, broken: broken ?? 0 }],
  );
  const broken = known.reduce((sum, one) => sum + one.broken, 0);
  return broken === 0 ? null : known.reduce((sum, one) => sum + one.touchSetRecall * one.broken, 0) / broken;
}

/**
 * Plays the loop in a campaign whose first two stages (ReAct, modular) are evaluated or being so: `count` evolutions by a rule,
 * each evaluated on the dev set and those that were run in full on the held-out set too, and at the end the diagnosis that the
 * stop rule needs.
 */
export async function playDemo(
  client: StudioClient,
  project: string,
  count: number,
  say: (text: string) => void,
  rule: DemoRule = "careful",
): Promise<DemoOutcome> {
  const [campaign] = await client.campaigns.list({ project });
  if (campaign === undefined) throw new CommandError("The demo has no campaign.", EXIT.internal);
  const place: Place = { project, campaign: campaign.id };
  for (const stage of campaign.stages) {
    say(`${stage.name}: evaluating`);
    if (stage.run === null) await evaluate(client, place, stage.id, "dev");
    else await finishRun(client, project, stage.run);
  }
  const first = campaign.stages.map(({ id }) => id);
  const { stages, trialCalls, last } = await playStages(client, place, first, { count, rule, say });
  say("Held-out set and stop rule");
  const evaluated = (await client.campaigns.chart(place)).points.filter(
    ({ stage, metrics }) => stages.includes(stage.id) && metrics !== null,
  );
  for (const { stage } of evaluated) await evaluate(client, place, stage.id, "held-out");
  // The stop rule weighs what a next stage could mend, so that stage is begun and diagnosed, and no more.
  const known = await client.campaigns.get(place);
  if (!known.stages.some((stage) => stage.parent === last && !stages.includes(stage.id))) {
    const next = await client.stages.create({ ...place, parent: last, name: "Next" });
    await diagnose(client, place, next.id);
  }
  const chart = await client.campaigns.chart(place);
  const { advice } = chart;
  if (advice.stage !== null) await client.campaigns.select({ ...place, stage: advice.stage, reason: advice.explanation });
  const rows: DemoRow[] = [];
  for (const point of chart.points.filter(({ stage }) => stages.includes(stage.id))) {
    rows.push(await toRow(client, place, chart, point, trialCalls.get(point.stage.id) ?? 0));
  }
  const selected = rows.find((row) => row.selected)?.name ?? null;
  return { rule, stages: rows, selected, touchSetRecall: recallOver(rows), advice, stop: stopOf(chart) };
}
