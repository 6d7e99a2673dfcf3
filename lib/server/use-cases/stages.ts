import "server-only";
import {
  insertStage,
  listEntries,
  listStages,
  type StoredCampaign,
  type StoredStage,
  updateStage,
} from "@/db/campaign-repository";
import type { Store } from "@/db/client";
import { findRun } from "@/db/run-repository";
import type { Entry, Stage } from "@/lib/contracts/evolution";
import type { Comparison, Run } from "@/lib/contracts/run";
import { type Budget, RunSettings } from "@/lib/contracts/run-settings";
import { badRequest, conflict } from "../app-error";
import { isCompleted, isRejectedEarly, toStage } from "../campaign-view";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import { requireCampaign, requireRun, requireStage, requireVersion } from "../lookups";
import { toRun } from "../run-view";
import { versionKind } from "../version-kind";
import { compareTwoRuns } from "./comparisons";
import { writeRun } from "./runs";

export type StageKey = { project: string; campaign: string; stage: string };

export function findStageOf(store: Store, input: StageKey): { campaign: StoredCampaign; stage: StoredStage } {
  const campaign = requireCampaign(store, input.project, input.campaign);
  return { campaign, stage: requireStage(store, campaign.id, input.stage) };
}

export function requireUndecided(stage: StoredStage): void {
  if (!stage.decision) return;
  const { kind, by, at } = stage.decision;
  throw conflict(`${by} decided this stage already.`, { current: kind, by, at });
}

/** Whether an entry is part of its stage's version. */
export const isShipped = ({ status }: Pick<Entry, "status">): boolean => status === "accepted" || status === "edited";

export function requireActive(campaign: StoredCampaign): void {
  if (campaign.status !== "active") throw conflict("The campaign is stopped.", { current: campaign.status });
}

export const stageDetail = ({ studio }: Context, input: StageKey): Stage =>
  toStage(studio.database, findStageOf(studio.database, input).stage);

/** Writes the next stage of a campaign, with its audit event. Call it inside a transaction. */
export function writeStage(
  store: Store,
  context: Pick<Context, "actor">,
  input: {
    campaign: StoredCampaign;
    parent: StoredStage;
    name?: string | undefined;
    version?: string | undefined;
    autopilot?: string;
  },
): StoredStage {
  const { campaign, parent } = input;
  const given = input.version === undefined ? null : requireVersion(store, campaign.project, input.version);
  if (given && versionKind(store, given.hash) !== campaign.kind)
    throw badRequest(`version: this is a campaign of ${campaign.kind}s, and it is none`);
  const others = listStages(store, campaign.id);
  const evolution = others.filter((stage) => /^Evolution \d+$/.test(stage.name)).length + 1;
  const stage: StoredStage = {
    id: newId("stg"),
    campaign: campaign.id,
    index: others.length,
    name: input.name?.trim() || given?.name || `Evolution ${evolution}`,
    parent: parent.id,
    step: given ? "evaluate" : "diagnose",
    baseVersion: parent.version,
    baseRun: parent.run,
    version: given?.hash ?? null,
    run: null,
    heldOutRun: null,
    decision: null,
    autopilot: input.autopilot ?? null,
    createdAt: timestamp(),
  };
  insertStage(store, stage);
  recordAudit(store, context, {
    action: "stage-created",
    project: campaign.project,
    subject: `stage:${stage.id}`,
    detail: { campaign: campaign.id, parent: parent.id, name: stage.name, version: stage.version },
  });
  return stage;
}

/** Begins another stage from one whose run is completed. With a version that is there it goes straight to Evaluate. */
export function createStage(
  context: Context,
  input: { project: string; campaign: string; parent: string; name?: string | undefined; version?: string | undefined },
): Stage {
  return context.studio.database.transaction((tx) => {
    const { campaign, stage: parent } = findStageOf(tx, { ...input, stage: input.parent });
    requireActive(campaign);
    if (isRejectedEarly(tx, parent.run)) {
      throw badRequest("parent: its run was ended early, so its failures are not all known; begin from the stage before it");
    }
    if (!isCompleted(tx, parent.run)) throw badRequest("parent: evaluate it before another stage is begun from it");
    return toStage(tx, writeStage(tx, context, { campaign, parent, name: input.name, version: input.version }));
  });
}

/** A run is replaced by a new one where it is gone wrong; one that stopped goes on itself, with what it has. */
function refuseSecondRun(store: Store, run: string | null): void {
  const status = run === null ? undefined : findRun(store, run)?.status;
  if (status === undefined || status === "failed" || status === "cancelled") return;
  const current = run ?? status;
  if (isRejectedEarly(store, run)) {
    throw conflict("The stage's run was ended early: decide the stage, or run the rest of it again.", { current });
  }
  if (status === "stopped") throw conflict("The stage's run stopped before its end: run the rest of it again.", { current });
  throw conflict(`The stage has a run that is ${status}.`, { current });
}

type Curtail = { needed: number; metric?: "accuracy" | "avg" };

/** Ends the run once the gain is out of reach. One that reaches it goes on, since its stage may be promoted. */
function curtailment(store: Store, stage: StoredStage, { needed, metric = "accuracy" }: Curtail): RunSettings["early"] {
  const { baseRun: base } = stage;
  if (!base) throw badRequest("curtail: the first stage has none before it to gain on");
  if (!isCompleted(store, base)) throw badRequest("curtail: the run before it is not completed");
  const touched = [
    ...new Set(
      listEntries(store, stage.id)
        .filter(isShipped)
        .flatMap((entry) => entry.touched),
    ),
  ];
  return { mode: "curtail", base, needed, metric, touched, onReached: "go-on" };
}

/** Starts the stage's run on the campaign's fixed policy, data set version and seed. */
export function evaluateStage(
  context: Context,
  input: StageKey & {
    on: "dev" | "held-out";
    concurrency: number;
    maxConcurrency?: number | null;
    budget?: Budget;
    curtail?: Curtail | null;
  },
): Run {
  const { studio } = context;
  const { concurrency, maxConcurrency, budget, curtail = null } = input;
  const id = studio.database.transaction((tx) => {
    const { campaign, stage } = findStageOf(tx, input);
    if (!stage.version) throw badRequest("stage: it has no version yet; apply the accepted entries first");
    const heldOut = input.on === "held-out";
    const dataset = heldOut ? campaign.heldOutDataset : campaign.dataset;
    const datasetVersion = heldOut ? campaign.heldOutVersion : campaign.datasetVersion;
    if (!dataset || !datasetVersion) throw badRequest("on: the campaign has no held-out set");
    if (heldOut && curtail) throw badRequest("curtail: only a run on the dev set is ended early");
    if (!heldOut) requireUndecided(stage);
    refuseSecondRun(tx, heldOut ? stage.heldOutRun : stage.run);
    const early = curtail && curtailment(tx, stage, curtail);
    const run = writeRun(tx, context, {
      project: input.project,
      version: stage.version,
      endpoint: campaign.endpoint,
      dataset,
      datasetVersion,
      settings: RunSettings.parse({ concurrency, maxConcurrency, budget, early, seed: campaign.seed }),
    });
    updateStage(tx, stage.id, heldOut ? { heldOutRun: run } : { run });
    recordAudit(tx, context, {
      action: "stage-evaluated",
      project: input.project,
      subject: `stage:${stage.id}`,
      detail: { on: input.on, run, ...(curtail && { curtail }) },
    });
    return run;
  });
  studio.runner.start(id);
  studio.stageEvents.notify(input.stage);
  return toRun(studio.database, requireRun(studio.database, input.project, id));
}

export function stageComparison(context: Context, input: StageKey): Comparison {
  const { stage } = findStageOf(context.studio.database, input);
  if (!stage.baseRun) throw badRequest("stage: the first stage has none before it to compare with");
  if (!stage.run) throw badRequest("stage: it is not evaluated yet");
  return compareTwoRuns(context, { project: input.project, base: stage.baseRun, head: stage.run });
}
