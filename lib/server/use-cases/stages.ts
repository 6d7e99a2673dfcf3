import "server-only";
import {
  insertStage,
  listStages,
  type StoredCampaign,
  type StoredStage,
  updateCampaign,
  updateStage,
} from "@/db/campaign-repository";
import type { Store } from "@/db/client";
import { findRun } from "@/db/run-repository";
import type { DecisionKind, Stage } from "@/lib/contracts/evolution";
import type { Comparison, Run } from "@/lib/contracts/run";
import { RunSettings } from "@/lib/contracts/run-settings";
import { badRequest, conflict } from "../app-error";
import { isCompleted, toStage } from "../campaign-view";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import { requireCampaign, requireRun, requireStage, requireVersion } from "../lookups";
import { toRun } from "../run-view";
import { compareTwoRuns } from "./comparisons";
import { moveProduction } from "./releases";
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

function requireActive(campaign: StoredCampaign): void {
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
  const others = listStages(store, campaign.id);
  const evolution = others.filter((stage) => stage.name.startsWith("Evolution ")).length + 1;
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
    if (!isCompleted(tx, parent.run)) throw badRequest("parent: evaluate it before another stage is begun from it");
    return toStage(tx, writeStage(tx, context, { campaign, parent, name: input.name, version: input.version }));
  });
}

/** Whether a run can be replaced by a new one: it is gone wrong, or there is none. */
function refuseSecondRun(store: Store, run: string | null): void {
  const status = run === null ? undefined : findRun(store, run)?.status;
  if (status === undefined || status === "failed" || status === "cancelled") return;
  throw conflict(`The stage has a run that is ${status}.`, { current: run ?? status });
}

/** Starts the stage's run on the campaign's fixed policy, data set version and seed. */
export function evaluateStage(
  context: Context,
  input: StageKey & { on: "dev" | "held-out"; concurrency: number; maxConcurrency?: number | null },
): Run {
  const { studio } = context;
  const { concurrency, maxConcurrency } = input;
  const id = studio.database.transaction((tx) => {
    const { campaign, stage } = findStageOf(tx, input);
    if (!stage.version) throw badRequest("stage: it has no version yet; apply the accepted entries first");
    const heldOut = input.on === "held-out";
    const dataset = heldOut ? campaign.heldOutDataset : campaign.dataset;
    const datasetVersion = heldOut ? campaign.heldOutVersion : campaign.datasetVersion;
    if (!dataset || !datasetVersion) throw badRequest("on: the campaign has no held-out set");
    if (!heldOut) requireUndecided(stage);
    refuseSecondRun(tx, heldOut ? stage.heldOutRun : stage.run);
    const run = writeRun(tx, context, {
      project: input.project,
      version: stage.version,
      endpoint: campaign.endpoint,
      dataset,
      datasetVersion,
      settings: RunSettings.parse({ concurrency, maxConcurrency, seed: campaign.seed }),
    });
    updateStage(tx, stage.id, heldOut ? { heldOutRun: run } : { run });
    recordAudit(tx, context, {
      action: "stage-evaluated",
      project: input.project,
      subject: `stage:${stage.id}`,
      detail: { on: input.on, run },
    });
    return run;
  });
  studio.runner.start(id);
  return toRun(studio.database, requireRun(studio.database, input.project, id));
}

export function stageComparison(context: Context, input: StageKey): Comparison {
  const { stage } = findStageOf(context.studio.database, input);
  if (!stage.baseRun) throw badRequest("stage: the first stage has none before it to compare with");
  if (!stage.run) throw badRequest("stage: it is not evaluated yet");
  return compareTwoRuns(context, { project: input.project, base: stage.baseRun, head: stage.run });
}

/**
 * Records a person's decision. Promote also moves production, in the same step; stop also ends the campaign. Promote and
 * another stage need a completed run.
 */
export function decideStage(
  context: Context,
  input: StageKey & { kind: DecisionKind; reason: string; expectedRelease?: string | null | undefined },
): Stage {
  const { kind, reason, project } = input;
  return context.studio.database.transaction(
    (tx) => {
      const { campaign, stage } = findStageOf(tx, input);
      requireUndecided(stage);
      const evaluated = isCompleted(tx, stage.run);
      if ((kind === "promote" || kind === "another-stage") && !evaluated) {
        throw badRequest("kind: the stage is not evaluated yet");
      }
      if (kind === "promote" && stage.version) {
        if (input.expectedRelease === undefined) throw badRequest("expectedRelease: name the release you saw in production");
        moveProduction(tx, context, {
          project,
          kind: "promote",
          version: stage.version,
          endpoint: campaign.endpoint,
          run: stage.run,
          reason,
          expectedRelease: input.expectedRelease,
        });
        updateCampaign(tx, campaign.id, { selectedStage: stage.id });
      }
      if (kind === "rollback" && campaign.selectedStage === stage.id) {
        updateCampaign(tx, campaign.id, { selectedStage: stage.parent });
      }
      if (kind === "stop") updateCampaign(tx, campaign.id, { status: "stopped" });
      updateStage(tx, stage.id, {
        step: "decided",
        decision: { kind, reason, by: context.actor, at: timestamp(), acceptedP0: [] },
      });
      recordAudit(tx, context, {
        action: "stage-decided",
        project,
        subject: `stage:${stage.id}`,
        detail: { campaign: campaign.id, kind, reason },
      });
      return toStage(tx, requireStage(tx, campaign.id, stage.id));
    },
    { behavior: "immediate" },
  );
}
