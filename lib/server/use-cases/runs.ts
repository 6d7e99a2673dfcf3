import "server-only";
import type { Store } from "@/db/client";
import { findCase, readDatasetVersion } from "@/db/dataset-repository";
import { currentFaq } from "@/db/faq-repository";
import { insertLook } from "@/db/look-repository";
import { listResults, placeOfResult, type ResultFilter } from "@/db/result-list";
import { findResult, readTrajectory, trajectoriesOfCase } from "@/db/result-repository";
import { insertRun, listRuns } from "@/db/run-repository";
import type { Case } from "@/lib/contracts/case";
import { isStandIn } from "@/lib/contracts/endpoint";
import type { JudgeVersion } from "@/lib/contracts/judge";
import type { CaseResultDetail, CaseRow, Run, RunDetail, RunProgress } from "@/lib/contracts/run";
import type { RunSettings } from "@/lib/contracts/run-settings";
import { shadowedDistractors } from "@/lib/evaluation/case-harness";
import { CHECK_VERSION } from "@/lib/evaluation/checks";
import { parseHarness } from "@/lib/harness/parse";
import { badRequest, conflict, notFound, unprocessable } from "../app-error";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import { requireBundle, requireDataset, requireEndpoint, requireProject, requireRun, requireVersion } from "../lookups";
import { rubricsOf } from "../run-rubrics";
import { metricsOf, toRun, toRuns } from "../run-view";
import { requireFit } from "../version-fit";
import { requireJudge } from "./judges";
import { assertMayLook, assertShowsCases, recordTrajectoryLook } from "./looks";

type RunKey = { project: string; run: string };

export function allRuns(
  { studio }: Context,
  input: { project: string; version?: string | undefined; offset: number; limit: number },
): { total: number; items: Run[] } {
  const store = studio.database;
  requireProject(store, input.project);
  const version = input.version && requireVersion(store, input.project, input.version).hash;
  const { total, items } = listRuns(store, { ...input, version });
  return { total, items: toRuns(store, items) };
}

/**
 * Writes a run that waits to be started, with its audit event; answers its id. Call it inside a transaction and start
 * the run after it. A bundle with errors is not run.
 */
export function writeRun(
  store: Store,
  context: Pick<Context, "actor">,
  input: {
    project: string;
    version: string;
    endpoint: string;
    dataset: string;
    /** The newest one where none is named. */
    datasetVersion?: string;
    settings: RunSettings;
    /** The judge that scores it, as it is now. */
    judge?: JudgeVersion | null;
    /** The run that it repeats, for the noise floor. */
    noiseOf?: string;
    /** The run whose replies it judges. */
    repliesOf?: string;
    /** Why a set that is not for development is looked at. */
    reason?: string | undefined;
  },
): string {
  const { project, settings } = input;
  const version = requireVersion(store, project, input.version);
  const endpoint = requireEndpoint(store, input.endpoint);
  const dataset = requireDataset(store, project, input.dataset);
  const datasetVersion = input.datasetVersion ?? dataset.version;
  const content = readDatasetVersion(store, dataset.id, datasetVersion);
  if (!content) throw notFound("data set version", datasetVersion);
  assertMayLook(store, project, dataset, datasetVersion, input.reason);
  const { harness, diagnostics } = parseHarness(requireBundle(store, version.hash));
  if (!harness || diagnostics.some((diagnostic) => diagnostic.severity === "error")) {
    throw unprocessable("The version has errors. Mend them before it is run.", { diagnostics });
  }
  requireFit(harness.config.kind, dataset);
  if (harness.config.kind === "judge" && input.judge)
    throw badRequest("judge: a judge's own run is scored by the human labels alone");
  const id = newId("run");
  insertRun(store, {
    id,
    project,
    version: version.hash,
    endpoint: endpoint.id,
    endpointAtStart: endpoint,
    dataset: dataset.id,
    datasetVersion,
    checkVersion: CHECK_VERSION,
    judge: input.judge ?? null,
    noiseOf: input.noiseOf ?? null,
    repliesOf: input.repliesOf ?? null,
    settings,
    faq: currentFaq(store, project),
    status: "queued",
    total: content.cases.length * settings.repeats,
    actor: context.actor,
    createdAt: timestamp(),
  });
  if (dataset.role !== "dev") {
    insertLook(store, {
      dataset: dataset.id,
      datasetVersion,
      kind: "run",
      run: id,
      case: null,
      actor: context.actor,
      reason: input.reason ?? "",
      at: timestamp(),
    });
  }
  recordAudit(store, context, {
    action: "run-started",
    project,
    subject: `run:${id}`,
    detail: { version: version.hash, endpoint: endpoint.id, dataset: dataset.id, datasetVersion, seed: settings.seed },
  });
  return id;
}

export function startRun(
  context: Context,
  input: {
    project: string;
    version: string;
    endpoint: string;
    dataset: string;
    settings: RunSettings;
    /** Id of the project's judge; none where the checks alone score. */
    judge?: string | undefined;
    reason?: string | undefined;
  },
): Run {
  const { studio } = context;
  const { project, settings, judge } = input;
  requireProject(studio.database, project);
  const id = studio.database.transaction((tx) => {
    if (settings.early) requireEarlyBase(tx, input, settings);
    return writeRun(tx, context, { ...input, judge: judge === undefined ? null : requireJudge(tx, project, judge) });
  });
  studio.runner.start(id);
  return toRun(studio.database, requireRun(studio.database, input.project, id));
}

/** An early decision compares case by case with a run of the same cases that has ended, one repeat each. */
function requireEarlyBase(store: Store, input: { project: string; dataset: string }, { early, repeats }: RunSettings): void {
  if (early === null) return;
  const base = requireRun(store, input.project, early.base);
  if (base.metrics === null) throw badRequest(`settings.early: ${base.id} has not ended`);
  if (base.dataset !== input.dataset) throw badRequest(`settings.early: ${base.id} is a run of another data set`);
  if (base.datasetVersion !== requireDataset(store, input.project, input.dataset).version)
    throw badRequest(`settings.early: ${base.id} is a run of an earlier version of the data set`);
  if (base.outcome.stop !== null) throw badRequest(`settings.early: ${base.id} was stopped before its end`);
  if (repeats !== 1 || base.settings.repeats !== 1)
    throw badRequest("settings.early: an early decision needs one repeat of each case, in both runs");
}

export function runDetail({ studio }: Context, input: RunKey): RunDetail {
  const stored = requireRun(studio.database, input.project, input.run);
  const metrics = metricsOf(studio.database, stored);
  const rubrics = metrics.rubrics ?? rubricsOf(studio.database, stored);
  return { run: toRun(studio.database, stored), metrics: { ...metrics, rubrics } };
}

export function runResults(
  { studio }: Context,
  input: ResultFilter & RunKey & { offset: number; limit: number },
): { total: number; items: CaseRow[] } {
  assertShowsCases(studio.database, requireRun(studio.database, input.project, input.run));
  return listResults(studio.database, input);
}

/** Where a case result stands in the filtered list of its run. */
export function resultPlace({ studio }: Context, input: ResultFilter & RunKey & { case: string; repeat: number }) {
  assertShowsCases(studio.database, requireRun(studio.database, input.project, input.run));
  return placeOfResult(studio.database, input);
}

export function caseResult(context: Context, input: RunKey & { case: string; repeat: number }): CaseResultDetail {
  const store = context.studio.database;
  const run = requireRun(store, input.project, input.run);
  assertShowsCases(store, run);
  const item = findCase(store, run.dataset, run.datasetVersion, input.case);
  const result = findResult(store, run.id, input.case, input.repeat);
  const trajectory = readTrajectory(store, run.id, input.case, input.repeat);
  if (!item || !result) throw notFound("case result", `${input.case} (repeat ${input.repeat})`);
  recordTrajectoryLook(context, run, input.case);
  return { case: item, result, trajectory: trajectory ?? null, shadowedTools: shadowedTools(store, run.version, item) };
}

function shadowedTools(store: Store, version: string, item: Case): string[] {
  if (item.distractorTools.length === 0) return [];
  const { harness } = parseHarness(requireBundle(store, version));
  return harness ? shadowedDistractors(harness, item) : [];
}

/** A stored trajectory of a case, as a list of them shows it. */
export interface StoredTrajectory {
  run: string;
  repeat: number;
  version: string;
  versionName: string;
  endpointName: string;
  embedded: boolean;
  at: string;
}

const MOST_TRAJECTORIES = 1_000;

/** Every stored trajectory of one case over all runs of the project, newest run first; none for a case that never ran. */
export function caseTrajectories({ studio }: Context, input: { project: string; case: string }): StoredTrajectory[] {
  const store = studio.database;
  requireProject(store, input.project);
  return trajectoriesOfCase(store, input.project, input.case, MOST_TRAJECTORIES).map(({ endpoint, ...row }) => ({
    ...row,
    endpointName: endpoint.name,
    embedded: isStandIn(endpoint),
  }));
}

const steers = {
  pause: { from: ["queued", "running"], action: "run-paused" },
  resume: { from: ["paused"], action: "run-resumed" },
  cancel: { from: ["queued", "running", "paused"], action: "run-cancelled" },
} as const;

/** Pauses, resumes or cancels a run; a conflict where the run's status does not allow it. */
export function steerRun(context: Context, input: RunKey, how: keyof typeof steers): Run {
  const { studio } = context;
  const { status } = requireRun(studio.database, input.project, input.run);
  const { from, action } = steers[how];
  if (!(from as readonly string[]).includes(status)) {
    throw conflict(`The run is ${status}; it cannot be ${how === "cancel" ? "cancelled" : `${how}d`}.`, { current: status });
  }
  // The runner writes on the same connection, so its write and the event are one transaction.
  studio.database.transaction((tx) => {
    recordAudit(tx, context, { action, project: input.project, subject: `run:${input.run}` });
    studio.runner[how](input.run);
  });
  return toRun(studio.database, requireRun(studio.database, input.project, input.run));
}

/** Live progress of a run. An unknown run is an error before the first report. */
export function runProgress({ studio }: Context, input: RunKey, signal?: AbortSignal): AsyncGenerator<RunProgress, void, void> {
  requireRun(studio.database, input.project, input.run);
  return studio.runner.progress(input.run, signal);
}
