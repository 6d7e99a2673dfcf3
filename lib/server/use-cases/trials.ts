import "server-only";
import { analystReader } from "@/db/analyst-reader";
import { findDiagnosis, listEntries } from "@/db/campaign-repository";
import { findTrial, insertTrial, newestTrials, runningTrials, updateTrial } from "@/db/trial-repository";
import type { Entry, Operation } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import { Budget } from "@/lib/contracts/run-settings";
import type { Trial } from "@/lib/contracts/trial";
import { editedOperations } from "@/lib/evolution/apply";
import { type EvaluatedCase, partitionCases } from "@/lib/evolution/evaluated-case";
import { touchSet } from "@/lib/evolution/touch-set";
import { type ChosenCase, chooseTrialCases } from "@/lib/evolution/trial-cases";
import { verifyEntry } from "@/lib/evolution/verify";
import { applyOperations } from "@/lib/harness/operations";
import { parseHarness } from "@/lib/harness/parse";
import { badRequest, conflict, notFound, unprocessable } from "../app-error";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import { requireBundle, requireRun } from "../lookups";
import { EndpointUnusable } from "../runs/endpoint-model";
import type { Studio } from "../studio";
import { ReplayImpossible, replayCases } from "../trials/replay-cases";
import { trialCaseOf } from "../trials/trial-case";
import { findStageOf, type StageKey } from "./stages";

type TryInput = StageKey & {
  entry: string;
  fails: number;
  atRisk: number;
  files?: Record<string, string | null> | undefined;
};

const STUDIO_STOPPED = "The studio was stopped meanwhile. Try the entry again.";
const BUDGET_SPENT = "The budget ended it before all its cases.";
const BROKE = "The trial stopped with an error inside the studio. Its log has the details.";

const jobOf = (trial: Pick<Trial, "id">) => `trial:${trial.id}`;

const isDraft = (files: TryInput["files"]): files is Record<string, string | null> =>
  files !== undefined && Object.keys(files).length > 0;

/** The operations to try: the entry's own, or an unsaved right side once it is verified; with the passing cases they touch. */
async function tried(
  studio: Studio,
  { entry, base, cases, files }: { entry: Entry; base: Bundle; cases: readonly EvaluatedCase[]; files: TryInput["files"] },
): Promise<{ bundle: Bundle; touched: string[] }> {
  const apply = (operations: readonly Operation[]) => {
    const applied = applyOperations(base, operations);
    if (!applied.ok) throw unprocessable("The entry does not apply. Nothing was tried.", { diagnostics: applied.problems });
    return applied.bundle;
  };
  if (!isDraft(files)) {
    if (entry.status === "invalid") throw badRequest("entry: it does not verify; edit it before it is tried");
    return { bundle: apply(entry.operations), touched: entry.touched };
  }
  const operations = editedOperations(base, entry.operations, files);
  const items = cases.map(({ item }) => item);
  const { ok, changes, diagnostics } = await verifyEntry({ base, operations, cases: items, sandbox: studio.sandbox });
  if (!ok) throw unprocessable("The edit does not verify. Nothing was tried.", { diagnostics });
  const { harness } = parseHarness(base);
  return {
    bundle: apply(operations),
    touched: harness ? touchSet(changes, harness, partitionCases(cases).passes) : entry.touched,
  };
}

/**
 * Replays a handful of an entry's failing and at-risk cases with it alone applied to the stage's base, in the background.
 * Answers at once with the trial as it begins. One trial of an entry at a time. Without a budget it has no limit but its cases.
 */
export async function tryEntry(context: Context, input: TryInput, budget = Budget.parse({})): Promise<Trial> {
  const { studio } = context;
  const { database } = studio;
  const { campaign, stage } = findStageOf(database, input);
  const entry = listEntries(database, stage.id).find((one) => one.id === input.entry);
  if (!entry) throw notFound("entry", input.entry);
  if (!stage.baseVersion || !stage.baseRun) throw badRequest("stage: the first stage has no entries");
  const run = requireRun(database, input.project, stage.baseRun);
  const cases = analystReader(database).results(run.id);
  const base = requireBundle(database, stage.baseVersion);
  const { bundle, touched } = await tried(studio, { entry, base, cases, files: input.files });
  const chosen = chooseTrialCases({
    ...{ entry, touched, fails: input.fails, atRisk: input.atRisk, seed: campaign.seed },
    clusters: findDiagnosis(database, stage.id)?.clusters ?? [],
    partition: partitionCases(cases),
  });
  if (chosen.length === 0) throw badRequest("entry: it has no failing case and none at risk to be tried on");
  const trial: Trial = {
    ...{ id: newId("trl"), stage: stage.id, entry: entry.id, revision: entry.revision, draft: isDraft(input.files) },
    ...{ status: "running", error: null, total: chosen.length, cases: [], calls: 0, tokens: 0, cost: null },
    ...{ by: context.actor, at: timestamp() },
  };
  database.transaction(
    (tx) => {
      const under = newestTrials(tx, stage.id).find((one) => one.entry === entry.id && one.status === "running");
      if (under) throw conflict("A trial of this entry is under way.", { current: under.id, by: under.by, at: under.at });
      insertTrial(tx, trial);
      recordAudit(tx, context, {
        action: "entry-tried",
        project: input.project,
        subject: `entry:${entry.id}`,
        detail: { stage: stage.id, trial: trial.id, title: entry.title, draft: trial.draft, cases: chosen.length },
      });
    },
    { behavior: "immediate" },
  );
  void studio.jobs.start(jobOf(trial), (signal) => carryOut(studio, { trial, run, bundle, chosen, budget, signal }));
  studio.stageEvents.notify(stage.id);
  return trial;
}

async function carryOut(
  studio: Studio,
  work: {
    trial: Trial;
    run: ReturnType<typeof requireRun>;
    bundle: Bundle;
    chosen: readonly ChosenCase[];
    budget: Budget;
    signal: AbortSignal;
  },
): Promise<void> {
  const { run, bundle, chosen, budget, signal } = work;
  let trial = work.trial;
  const write = (change: Partial<Trial>) => {
    trial = { ...trial, ...change };
    updateTrial(studio.database, trial);
    studio.stageEvents.notify(trial.stage);
  };
  const places = new Map(chosen.map((each) => [each.one.item.id, each]));
  try {
    const { ended, spent } = await replayCases(studio, {
      ...{ run, bundle, signal, budget },
      cases: chosen.map(({ one }) => ({ case: one.item.id, repeat: one.result.repeat })),
      onCase: (result, now) => {
        const place = places.get(result.case);
        if (place) write({ ...now, cases: [...trial.cases, trialCaseOf(place, result.evaluation)] });
      },
    });
    const lost = ended === "stopped" && signal.reason === "studio-stopped";
    write({
      ...spent,
      status: lost ? "failed" : ended === "all" ? "completed" : "stopped",
      error: lost ? STUDIO_STOPPED : ended === "budget" ? BUDGET_SPENT : null,
    });
  } catch (error) {
    const known = error instanceof ReplayImpossible || error instanceof EndpointUnusable;
    write({ status: "failed", error: known ? error.message : BROKE });
    if (!known) throw error;
  }
}

/** Stops a trial; the cases it has are kept. One that has ended is answered as it is. */
export function stopTrial(context: Context, input: StageKey & { trial: string }): Trial {
  const { studio } = context;
  const stopped = studio.database.transaction((tx) => {
    const { stage } = findStageOf(tx, input);
    const trial = findTrial(tx, stage.id, input.trial);
    if (!trial) throw notFound("trial", input.trial);
    if (trial.status !== "running") return trial;
    const ended: Trial = { ...trial, status: "stopped" };
    updateTrial(tx, ended);
    recordAudit(tx, context, {
      action: "trial-stopped",
      project: input.project,
      subject: `entry:${trial.entry}`,
      detail: { stage: stage.id, trial: trial.id, cases: trial.cases.length },
    });
    return ended;
  });
  studio.jobs.stop(jobOf(stopped));
  studio.stageEvents.notify(stopped.stage);
  return stopped;
}

/** Ends the trials that a stopped studio left under way: an entry can be tried again. */
export function endLostTrials(studio: Studio): void {
  for (const trial of runningTrials(studio.database)) {
    if (!studio.jobs.has(jobOf(trial))) updateTrial(studio.database, { ...trial, status: "failed", error: STUDIO_STOPPED });
  }
}
