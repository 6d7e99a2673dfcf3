import "server-only";
import { insertCalibration, listCalibrations } from "@/db/calibration-repository";
import type { Store } from "@/db/client";
import { readDatasetVersion } from "@/db/dataset-repository";
import { findEndpoint } from "@/db/endpoint-repository";
import { allResults } from "@/db/result-repository";
import { runsOfVersionOnDataset } from "@/db/run-repository";
import type { Dataset } from "@/lib/contracts/case";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { JudgeVersion } from "@/lib/contracts/judge";
import type { CalibrationAnswer, JudgeCalibration } from "@/lib/contracts/release-gate";
import type { Run } from "@/lib/contracts/run";
import { RunSettings } from "@/lib/contracts/run-settings";
import { agreementWithLabels } from "@/lib/release/calibration/agreement-with-labels";
import { badRequest, conflict, notFound } from "../app-error";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import { requireDataset, requireProject } from "../lookups";
import { requireJudge } from "./judges";
import { writeRun } from "./runs";

const LIVE = new Set<Run["status"]>(["queued", "running", "paused"]);

export function allCalibrations({ studio }: Context, input: { project: string }): JudgeCalibration[] {
  requireProject(studio.database, input.project);
  return listCalibrations(studio.database, input.project);
}

interface Evidence {
  judge: JudgeVersion;
  dataset: Dataset;
  /** For each voter in turn: a completed run of it on the labels, or one that is still to end. */
  runs: { id: string; completed: boolean; finishedAt?: string | null }[];
  started: string[];
}

/**
 * Measures a judge as it is now against the newest version of a set with human labels. A voter's verdicts come from a run of
 * the judge's bundle with that voter alone; runs that are missing are started and named as `waiting`, and the same call made
 * when they have ended answers the calibration. Called again with nothing new, it answers the calibration there is. A run that
 * failed or was cancelled is replaced by the next call.
 */
export function calibrateJudge(
  context: Context,
  input: { project: string; judge: string; dataset: string; reason?: string | undefined },
): CalibrationAnswer {
  const { studio } = context;
  const evidence = studio.database.transaction((tx) => gatherEvidence(tx, context, input));
  for (const id of evidence.started) studio.runner.start(id);
  const waiting = [...new Set(evidence.runs.flatMap(({ id, completed }) => (completed ? [] : id)))];
  if (waiting.length > 0) return { calibration: null, waiting };
  return { calibration: storeCalibration(context, input.project, evidence), waiting: [] };
}

function gatherEvidence(
  store: Store,
  context: Context,
  input: { project: string; judge: string; dataset: string; reason?: string | undefined },
): Evidence {
  const { project, reason } = input;
  requireProject(store, project);
  const judge = requireJudge(store, project, input.judge);
  const dataset = requireDataset(store, project, input.dataset);
  if (dataset.kind !== "judge-labels")
    throw badRequest(`dataset: ${dataset.name} holds no human labels; a judge is measured against a set of kind judge-labels`);
  const known = runsOfVersionOnDataset(store, {
    project,
    version: judge.bundle,
    dataset: dataset.id,
    datasetVersion: dataset.version,
  });
  const started = new Map<string, string>();
  const runs = judge.voters.map((voter) => {
    const own = known.filter(({ endpointAtStart }) => sameModel(endpointAtStart, voter));
    const completed = own.find((run) => run.status === "completed");
    if (completed) return { id: completed.id, completed: true, finishedAt: completed.finishedAt };
    const live = own.find((run) => LIVE.has(run.status));
    if (live) return { id: live.id, completed: false };
    const model = modelKey(voter);
    const id = started.get(model) ?? writeVoterRun(store, context, { project, judge, dataset, voter, reason });
    started.set(model, id);
    return { id, completed: false };
  });
  return { judge, dataset, runs, started: [...started.values()] };
}

const modelKey = ({ kind, baseUrl, model, checkpoint }: Endpoint) => JSON.stringify([kind, baseUrl, model, checkpoint]);
const sameModel = (one: Endpoint, other: Endpoint) => modelKey(one) === modelKey(other);

function writeVoterRun(
  store: Store,
  context: Context,
  wanted: { project: string; judge: JudgeVersion; dataset: Dataset; voter: Endpoint; reason: string | undefined },
): string {
  const { project, judge, dataset, voter, reason } = wanted;
  const now = findEndpoint(store, voter.id);
  if (!now || !sameModel(now, voter)) {
    const current = now ? `${now.model} ${now.checkpoint}`.trim() : "no endpoint";
    throw conflict(
      `The voter ${voter.name} is not what it was when ${judge.name} was saved. Save the judge again, then measure it.`,
      { current },
    );
  }
  return writeRun(store, context, {
    project,
    version: judge.bundle,
    endpoint: voter.id,
    dataset: dataset.id,
    datasetVersion: dataset.version,
    settings: RunSettings.parse({}),
    reason: reason ?? `Calibration of the judge ${judge.name}`,
  });
}

function storeCalibration(context: Context, project: string, { judge, dataset, runs }: Evidence): JudgeCalibration {
  const { database } = context.studio;
  const ids = runs.map(({ id }) => id);
  const same = (one: JudgeCalibration) =>
    one.judge === judge.id &&
    one.judgeVersion === judge.version &&
    one.datasetVersion === dataset.version &&
    one.runs.join() === ids.join() &&
    // A run of which some cases were run again has other results under its id.
    runs.every(({ finishedAt }) => (finishedAt ?? "") <= one.createdAt);
  const there = listCalibrations(database, project).find(same);
  if (there) return there;
  const content = readDatasetVersion(database, dataset.id, dataset.version);
  if (!content) throw notFound("data set version", dataset.version);
  // Only the first repeat votes: a judge votes once in production.
  const voters = ids.map(
    (id) => new Map(allResults(database, id).flatMap((row) => (row.repeat === 0 ? [[row.case, row] as const] : []))),
  );
  const calibration: JudgeCalibration = {
    id: newId("cal"),
    project,
    judge: judge.id,
    judgeVersion: judge.version,
    dataset: dataset.id,
    datasetName: dataset.name,
    datasetVersion: dataset.version,
    synthetic: dataset.synthetic,
    runs: ids,
    metrics: agreementWithLabels(content.cases, voters),
    actor: context.actor,
    createdAt: timestamp(),
  };
  database.transaction((tx) => {
    insertCalibration(tx, calibration);
    recordAudit(tx, context, {
      action: "judge-calibrated",
      project,
      subject: `judge:${judge.id}`,
      detail: { calibration: calibration.id, judgeVersion: judge.version, dataset: dataset.id, datasetVersion: dataset.version },
    });
  });
  return calibration;
}
