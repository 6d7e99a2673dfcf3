import "server-only";
import {
  findCampaignByName,
  insertCampaign,
  insertStage,
  listCampaigns,
  listNoiseRuns,
  updateCampaign,
} from "@/db/campaign-repository";
import type { Campaign } from "@/lib/contracts/evolution";
import type { Run } from "@/lib/contracts/run";
import { RunSettings } from "@/lib/contracts/run-settings";
import { badRequest, conflict } from "../app-error";
import { isCompleted, toCampaign } from "../campaign-view";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import {
  requireCampaign,
  requireDataset,
  requireEndpoint,
  requireProject,
  requireRun,
  requireStage,
  requireVersion,
} from "../lookups";
import { toRun } from "../run-view";
import { requireFit } from "../version-fit";
import { versionKind } from "../version-kind";
import { writeRun } from "./runs";

const A = { agent: "an agent", judge: "a judge" } as const;

export type CampaignKey = { project: string; campaign: string };

export function allCampaigns({ studio }: Context, input: { project: string }): Campaign[] {
  requireProject(studio.database, input.project);
  return listCampaigns(studio.database, input.project).map((campaign) => toCampaign(studio.database, campaign));
}

export const campaignDetail = ({ studio }: Context, input: CampaignKey): Campaign =>
  toCampaign(studio.database, requireCampaign(studio.database, input.project, input.campaign));

/** Makes a campaign: policy, dev set version and seed are fixed from here on. Its first stage waits for its evaluation. */
export function createCampaign(
  context: Context,
  input: {
    project: string;
    name: string;
    kind: Campaign["kind"];
    endpoint: string;
    dataset: string;
    heldOutDataset?: string | undefined;
    version: string;
    seed: number;
  },
): Campaign {
  return context.studio.database.transaction((tx) => {
    const { project, name } = input;
    requireProject(tx, project);
    const known = findCampaignByName(tx, project, name);
    if (known) {
      throw conflict(`There is a campaign ${name} already.`, { current: known.id, by: known.createdBy, at: known.createdAt });
    }
    const endpoint = requireEndpoint(tx, input.endpoint);
    const version = requireVersion(tx, project, input.version);
    const dev = requireDataset(tx, project, input.dataset);
    if (dev.role !== "dev") throw badRequest("dataset: a campaign evolves on a dev set");
    const heldOut = input.heldOutDataset === undefined ? null : requireDataset(tx, project, input.heldOutDataset);
    if (heldOut && heldOut.role !== "gate") throw badRequest("heldOutDataset: it is not a gate set");
    const kind = versionKind(tx, version.hash);
    if (kind !== input.kind) throw badRequest(`version: it is ${A[kind]}; ${A[input.kind]} campaign evolves ${A[input.kind]}`);
    requireFit(kind, dev);
    if (heldOut) requireFit(kind, heldOut);
    const id = newId("cmp");
    const createdAt = timestamp();
    insertCampaign(tx, {
      id,
      project,
      name,
      kind: input.kind,
      endpoint: endpoint.id,
      dataset: dev.id,
      datasetVersion: dev.version,
      heldOutDataset: heldOut?.id ?? null,
      heldOutVersion: heldOut?.version ?? null,
      seed: input.seed,
      status: "active",
      createdBy: context.actor,
      createdAt,
    });
    insertStage(tx, {
      id: newId("stg"),
      campaign: id,
      index: 0,
      name: version.name,
      parent: null,
      step: "evaluate",
      baseVersion: null,
      baseRun: null,
      version: version.hash,
      run: null,
      heldOutRun: null,
      decision: null,
      autopilot: null,
      createdAt,
    });
    recordAudit(tx, context, {
      action: "campaign-created",
      project,
      subject: `campaign:${id}`,
      detail: { name, kind, endpoint: endpoint.id, dataset: dev.id, datasetVersion: dev.version, version: version.hash },
    });
    return toCampaign(tx, requireCampaign(tx, project, id));
  });
}

export function selectStage(context: Context, input: CampaignKey & { stage: string; reason: string }): Campaign {
  return context.studio.database.transaction((tx) => {
    const campaign = requireCampaign(tx, input.project, input.campaign);
    const stage = requireStage(tx, campaign.id, input.stage);
    if (!isCompleted(tx, stage.run)) throw badRequest("stage: it is not evaluated yet");
    updateCampaign(tx, campaign.id, { selectedStage: stage.id });
    recordAudit(tx, context, {
      action: "stage-selected",
      project: input.project,
      subject: `stage:${stage.id}`,
      detail: { campaign: campaign.id, reason: input.reason },
    });
    return toCampaign(tx, requireCampaign(tx, input.project, campaign.id));
  });
}

/** Starts an A/A run: the version of the selected stage again, with the next seed that the campaign has not used. */
export function measureNoise(context: Context, input: CampaignKey): Run {
  const { studio } = context;
  const id = studio.database.transaction((tx) => {
    const campaign = requireCampaign(tx, input.project, input.campaign);
    const { selectedStage } = toCampaign(tx, campaign);
    const stage = selectedStage === null ? null : requireStage(tx, campaign.id, selectedStage);
    if (!stage?.version || !stage.run || !isCompleted(tx, stage.run)) {
      throw badRequest("campaign: evaluate a stage before its noise is measured");
    }
    const run = writeRun(tx, context, {
      project: input.project,
      version: stage.version,
      endpoint: campaign.endpoint,
      dataset: campaign.dataset,
      datasetVersion: campaign.datasetVersion,
      settings: RunSettings.parse({ seed: campaign.seed + 1 + listNoiseRuns(tx, campaign.id).length }),
      noiseOf: stage.run,
    });
    return run;
  });
  studio.runner.start(id);
  return toRun(studio.database, requireRun(studio.database, input.project, id));
}
