import type { Stage } from "@/lib/contracts/evolution";
import type { Trial } from "@/lib/contracts/trial";
import { TRIED, trialVerdict } from "@/lib/evolution/trial-verdict";
import type { StudioClient } from "./connection";
import { CommandError, EXIT } from "./exit";

/** `careful`: entries are tried and stages can be rolled back; `naive`: everything that verifies is accepted and kept. */
export type DemoRule = "careful" | "naive";

export interface Place {
  project: string;
  campaign: string;
}

/** What a played stage came to before it was judged, and what it took beside its evaluation. */
export interface PlayedStage {
  stage: string;
  accepted: boolean;
  trialCalls: number;
}

const MOST_ENTRIES = 3;
const CONCURRENCY = 8;
const POLL_MS = 50;
/** Cases whose AVG must rise net for a stage to stand. */
const NEEDED = 1;

const settle = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/** Waits for the end of a run. One that an early decision ended has come to what it was to come to. */
export async function finishRun(client: StudioClient, project: string, run: string): Promise<void> {
  let last: { status: string; reason: string | null } | null = null;
  for await (const progress of await client.runs.progress({ project, run })) last = progress;
  if (last === null || last.status === "completed") return;
  const { outcome } = (await client.runs.get({ project, run })).run;
  if (last.status === "stopped" && outcome.early !== null) return;
  throw new CommandError(`The run ${run} is ${last.status}: ${last.reason ?? "no reason given"}.`, EXIT.internal);
}

export async function evaluate(
  client: StudioClient,
  place: Place,
  stage: string,
  on: "dev" | "held-out",
  curtailed = false,
): Promise<void> {
  const curtail = curtailed ? { needed: NEEDED, metric: "avg" as const } : null;
  const run = await client.stages.evaluate({ ...place, stage, on, concurrency: CONCURRENCY, curtail });
  await finishRun(client, place.project, run.id);
}

export async function diagnose(client: StudioClient, place: Place, stage: string): Promise<Stage> {
  const analyst = { kind: "heuristic", endpoint: null } as const;
  let found = await client.stages.diagnose({ ...place, stage, analyst, maxEntries: MOST_ENTRIES });
  while (found.diagnosis?.status === "running") {
    await settle();
    found = await client.stages.get({ ...place, stage });
  }
  if (found.diagnosis?.status === "completed") return found;
  throw new CommandError(`The diagnosis of ${found.name} failed: ${found.diagnosis?.error ?? "no reason given"}`, EXIT.internal);
}

async function tryEntry(client: StudioClient, place: Place, stage: string, entry: string): Promise<Trial> {
  const { id } = await client.stages.tryEntry({ ...place, stage, entry, ...TRIED });
  for (;;) {
    const { trials } = await client.stages.get({ ...place, stage });
    const trial = trials.find((one) => one.id === id);
    if (trial === undefined || trial.status === "failed") {
      throw new CommandError(`The trial of an entry failed: ${trial?.error ?? "it is gone"}`, EXIT.internal);
    }
    if (trial.status !== "running") return trial;
    await settle();
  }
}

/** Plays one stage from another, up to its evaluation on the dev set. Null where the analyst proposed nothing that verifies. */
export async function playStage(
  client: StudioClient,
  place: Place,
  { parent, name, rule }: { parent: string; name: string; rule: DemoRule },
): Promise<PlayedStage | null> {
  const { id: stage } = await client.stages.create({ ...place, parent, name });
  const { proposals } = await diagnose(client, place, stage);
  const valid = proposals.filter((entry) => entry.status === "proposed");
  if (valid.length === 0) return null;
  let trialCalls = 0;
  let accepted = 0;
  for (const entry of valid) {
    const decision = { ...place, stage, entry: entry.id, revision: entry.revision };
    if (rule === "careful") {
      const trial = await tryEntry(client, place, stage, entry.id);
      trialCalls += trial.calls;
      const verdict = trialVerdict(trial.cases);
      if (!verdict.accept) {
        await client.stages.decideEntry({ ...decision, action: "reject", reason: `Tried: ${verdict.reason}.` });
        continue;
      }
    }
    await client.stages.decideEntry({ ...decision, action: "accept" });
    accepted += 1;
  }
  if (accepted > 0) {
    await client.stages.apply({ ...place, stage });
    await evaluate(client, place, stage, "dev", rule === "careful");
  }
  return { stage, accepted: accepted > 0, trialCalls };
}
