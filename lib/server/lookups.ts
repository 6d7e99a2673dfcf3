import "server-only";
import { readBundle } from "@/db/bundle-repository";
import { findCampaign, findStage, type StoredCampaign, type StoredStage } from "@/db/campaign-repository";
import type { Store } from "@/db/client";
import { findDataset } from "@/db/dataset-repository";
import { findEndpoint } from "@/db/endpoint-repository";
import { findProject } from "@/db/project-repository";
import { isRemoved } from "@/db/removal-repository";
import { findRun, type StoredRun } from "@/db/run-repository";
import { versionsByPrefix } from "@/db/version-repository";
import type { Dataset } from "@/lib/contracts/case";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Bundle } from "@/lib/contracts/harness";
import type { Project } from "@/lib/contracts/project";
import type { Version } from "@/lib/contracts/version";
import { badRequest, notFound } from "./app-error";

/** Each of these answers what the id names, or throws NOT_FOUND. */
export function requireProject(store: Store, id: string): Project {
  const project = findProject(store, id);
  if (!project) throw notFound("project", id);
  return project;
}

/** Throws NOT_FOUND for a project that was deleted: whatever belongs to it is hidden with it. */
export function refuseRemovedProject(store: Store, id: string): void {
  if (isRemoved(store, "project", id)) throw notFound("project", id);
}

/** The version of a hash, or of a prefix that only one version has. */
export function requireVersion(store: Store, project: string, ref: string): Version {
  const [version, other] = versionsByPrefix(store, project, ref);
  if (!version) throw notFound("version", ref);
  if (other) throw badRequest(`version: ${ref} is the beginning of more than one version; give more of it`);
  return version;
}

export function requireBundle(store: Store, hash: string): Bundle {
  const bundle = readBundle(store, hash);
  if (!bundle) throw notFound("version", hash);
  return bundle;
}

export function requireDataset(store: Store, project: string, id: string): Dataset {
  const dataset = findDataset(store, project, id);
  if (!dataset) throw notFound("data set", id);
  return dataset;
}

export function requireEndpoint(store: Store, id: string): Endpoint {
  const endpoint = findEndpoint(store, id);
  if (!endpoint) throw notFound("endpoint", id);
  return endpoint;
}

export function requireRun(store: Store, project: string, id: string): StoredRun {
  const run = findRun(store, id);
  if (!run || run.project !== project) throw notFound("run", id);
  return run;
}

export function requireCampaign(store: Store, project: string, id: string): StoredCampaign {
  const campaign = findCampaign(store, project, id);
  if (!campaign) throw notFound("campaign", id);
  return campaign;
}

export function requireStage(store: Store, campaign: string, id: string): StoredStage {
  const stage = findStage(store, campaign, id);
  if (!stage) throw notFound("stage", id);
  return stage;
}
