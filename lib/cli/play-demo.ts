import type { CampaignChart, Stage, StagePoint } from "@/lib/contracts/evolution";
import type { StudioClient } from "./connection";
import { CommandError, EXIT } from "./exit";

/** One stage of the played loop; scores from 0 to 1. */
export interface DemoRow {
  name: string;
  version: string;
  accuracy: number | null;
  effectiveness: number | null;
  avg: number | null;
  /** Cases whose AVG rose or fell against the stage before; null for the first. */
  fixed: number | null;
  broken: number | null;
  brokenP0: number;
  /** Titles of the entries the stage applied. */
  entries: string[];
  heldOutAvg: number | null;
  selected: boolean;
}

export interface DemoOutcome {
  stages: DemoRow[];
  selected: string | null;
  advice: CampaignChart["advice"];
}

/** How the loop is played without a person: stated wherever its result is shown. */
export const DEMO_RULE =
  "Every proposed entry that verifies is accepted, at most three a stage; each stage starts from the one before it, whatever came of that.";

const MOST_ENTRIES = 3;
const CONCURRENCY = 8;
const DIAGNOSIS_POLL_MS = 50;

interface Place {
  project: string;
  campaign: string;
}

async function finishRun(client: StudioClient, project: string, run: string): Promise<void> {
  for await (const progress of await client.runs.progress({ project, run })) {
    if (progress.status === "failed" || progress.status === "cancelled" || progress.status === "paused") {
      throw new CommandError(`The run ${run} is ${progress.status}: ${progress.reason ?? "no reason given"}.`, EXIT.internal);
    }
  }
}

async function evaluate(client: StudioClient, place: Place, stage: string, on: "dev" | "held-out"): Promise<void> {
  const run = await client.stages.evaluate({ ...place, stage, on, concurrency: CONCURRENCY });
  await finishRun(client, place.project, run.id);
}

async function diagnose(client: StudioClient, place: Place, stage: string): Promise<Stage> {
  const analyst = { kind: "heuristic", endpoint: null } as const;
  let found = await client.stages.diagnose({ ...place, stage, analyst, maxEntries: MOST_ENTRIES });
  while (found.diagnosis?.status === "running") {
    await new Promise((settle) => setTimeout(settle, DIAGNOSIS_POLL_MS));
    found = await client.stages.get({ ...place, stage });
  }
  if (found.diagnosis?.status !== "completed") {
    throw new CommandError(
      `The diagnosis of ${found.name} failed: ${found.diagnosis?.error ?? "no reason given"}`,
      EXIT.internal,
    );
  }
  return found;
}

/** Plays one evolution from a stage. False where the analyst proposed nothing that verifies. */
async function evolve(client: StudioClient, place: Place, parent: string, name: string): Promise<string | null> {
  const begun = await client.stages.create({ ...place, parent, name });
  const stage = begun.id;
  const { proposals } = await diagnose(client, place, stage);
  const valid = proposals.filter((entry) => entry.status === "proposed");
  for (const entry of valid) {
    await client.stages.decideEntry({ ...place, stage, entry: entry.id, revision: entry.revision, action: "accept" });
  }
  if (valid.length === 0) return null;
  await client.stages.apply({ ...place, stage });
  await evaluate(client, place, stage, "dev");
  return stage;
}

function toRow(point: StagePoint, entries: string[], selected: string | null): DemoRow {
  const { stage, metrics, heldOut } = point;
  return {
    name: stage.name,
    version: stage.version ?? "",
    accuracy: metrics?.accuracy.mean ?? null,
    effectiveness: metrics?.effectiveness.mean ?? null,
    avg: metrics?.avg.mean ?? null,
    fixed: point.fixed,
    broken: point.broken,
    brokenP0: point.brokenP0.length,
    entries,
    heldOutAvg: heldOut?.avg.mean ?? null,
    selected: stage.id === selected,
  };
}

/**
 * Plays the loop in a campaign whose first two stages (ReAct, modular) are evaluated or being so: `count` evolutions by
 * `DEMO_RULE`, each evaluated on both sets, and at the end the diagnosis that the stop rule needs.
 */
export async function playDemo(
  client: StudioClient,
  project: string,
  count: number,
  say: (text: string) => void,
): Promise<DemoOutcome> {
  const [campaign] = await client.campaigns.list({ project });
  if (campaign === undefined) throw new CommandError("The demo has no campaign.", EXIT.internal);
  const place: Place = { project, campaign: campaign.id };
  const stages: string[] = [];
  for (const stage of campaign.stages) {
    say(`${stage.name}: evaluating`);
    if (stage.run === null) await evaluate(client, place, stage.id, "dev");
    else await finishRun(client, project, stage.run);
    stages.push(stage.id);
  }
  for (let number = 1; number <= count; number++) {
    const name = `Evolution ${number}`;
    say(`${name}: diagnosing, editing, evaluating`);
    const stage = await evolve(client, place, stages[stages.length - 1] ?? "", name);
    if (stage === null) {
      say(`${name}: the analyst has nothing left to propose`);
      break;
    }
    stages.push(stage);
  }
  say("Held-out set and stop rule");
  for (const stage of stages) await evaluate(client, place, stage, "held-out");
  // The stop rule weighs what a next stage could mend, so that stage is begun and diagnosed, and no more.
  const known = await client.campaigns.get(place);
  if (!known.stages.some((stage) => stage.parent === stages[stages.length - 1])) {
    const next = await client.stages.create({ ...place, parent: stages[stages.length - 1] ?? "", name: "Next" });
    await diagnose(client, place, next.id);
  }
  const { points, advice } = await client.campaigns.chart(place);
  if (advice.stage !== null) await client.campaigns.select({ ...place, stage: advice.stage, reason: advice.explanation });
  const rows: DemoRow[] = [];
  for (const point of points.filter((one) => stages.includes(one.stage.id))) {
    const { proposals } = await client.stages.get({ ...place, stage: point.stage.id });
    const shipped = proposals.filter((entry) => entry.status === "accepted" || entry.status === "edited");
    rows.push(
      toRow(
        point,
        shipped.map((entry) => entry.title),
        advice.stage,
      ),
    );
  }
  return { stages: rows, selected: rows.find((row) => row.selected)?.name ?? null, advice };
}
