import "server-only";
import { listCalibrations } from "@/db/calibration-repository";
import type { Store } from "@/db/client";
import { unscoredP0 } from "@/db/comparison-repository";
import { findDataset } from "@/db/dataset-repository";
import { currentFaq } from "@/db/faq-repository";
import { timesOfRun } from "@/db/gate-evidence-repository";
import { currentGateSettings } from "@/db/gate-settings-repository";
import { findJudge } from "@/db/judge-repository";
import { currentRelease } from "@/db/release-repository";
import type { GateName, GateReport, ReleaseChannel } from "@/lib/contracts/release-gate";
import { CHECK_VERSION } from "@/lib/evaluation/checks";
import { chooseRun, type RunWanted } from "@/lib/release/gates/choose-run";
import { type GateDataset, type GateFacts, type GateSide, NO_RUN, type RunChoice } from "@/lib/release/gates/facts";
import { judgeGates } from "@/lib/release/gates/judge-gates";
import { timestamp } from "../ids";
import { requireEndpoint, requireProject, requireVersion } from "../lookups";
import { pairedResultsOf } from "../paired-results";
import { capabilityFacts } from "./gate-evidence-capability";
import { gateRunsOf } from "./gate-evidence-runs";
import { policyOf } from "./policy-identity";

/** What would be promoted: a version by its hash, and the endpoint that serves it; null for none. */
export interface GateInput {
  project: string;
  channel: ReleaseChannel;
  version: string;
  endpoint: string | null;
}

/**
 * What the gates say of exactly this version and policy now. It reads alone, but that a comparison which is not kept yet is
 * computed and kept, and may be asked inside a transaction. Throws NOT_FOUND for a project, version or endpoint that is not there.
 */
export const gateReportOf = (store: Store, input: GateInput): GateReport => judgeGates(gateFactsOf(store, input));

/** Compares the runs that `gateReportOf` will ask for, so that a transaction finds them ready. Call it before the transaction. */
export function prepareGates(store: Store, input: GateInput): void {
  gateFactsOf(store, input);
}

function gateFactsOf(store: Store, input: GateInput): GateFacts {
  const { project, channel } = input;
  requireProject(store, project);
  const version = requireVersion(store, project, input.version);
  if (input.endpoint !== null) requireEndpoint(store, input.endpoint);
  const { settings, version: settingsVersion } = currentGateSettings(store, project);
  const candidate = {
    version: version.hash,
    versionName: version.name,
    policy: policyOf(store, version.hash, input.endpoint),
  };
  const production = productionSide(store, project);
  const evaluationSet = datasetOf(store, project, settings.regression.dataset);
  const capabilitySet = datasetOf(store, project, settings.capability.dataset);
  const judge = judgeOf(store, project, settings.regression.judge);
  const common = {
    judge,
    checkVersion: CHECK_VERSION,
    faq: currentFaq(store, project),
    maxConcurrency: settings.latency.maxConcurrency,
    maxAgeDays: settings.maxAgeDays,
    at: timestamp(),
  };
  const chosen = (gate: GateName, { version: hash, policy }: GateSide, dataset: GateDataset | null): RunChoice =>
    policy === null || dataset === null
      ? NO_RUN
      : chooseRun(gateRunsOf(store, { project, version: hash, dataset: dataset.id, policy, gate }), {
          ...common,
          gate,
          policy,
          dataset,
        } satisfies RunWanted);
  const replay = chosen("latency", candidate, evaluationSet);
  const pair = {
    candidate: chosen("regression", candidate, evaluationSet),
    production: production ? chosen("regression", production, evaluationSet) : NO_RUN,
  };
  return {
    project,
    channel,
    settings,
    settingsVersion,
    at: common.at,
    candidate,
    production,
    evaluationSet,
    capabilitySet,
    judge,
    latency: { run: replay, rows: replay.run ? timesOfRun(store, replay.run.id) : [] },
    regression: { ...pair, ...pairedOf(store, pair) },
    capability: capabilityFacts(store, {
      candidate,
      production,
      dataset: capabilitySet,
      choose: chosen,
    }),
  };
}

function pairedOf(store: Store, { candidate, production }: { candidate: RunChoice; production: RunChoice }) {
  const [head, base] = [candidate.run?.id, production.run?.id];
  if (head === undefined || base === undefined || head === base) return { paired: null, unscoredP0: [] };
  return { paired: pairedResultsOf(store, { base, head }), unscoredP0: unscoredP0(store, { base, head }) };
}

/** What production serves: the model is the one that its manifest binds, or as the endpoint is now where it has none. */
function productionSide(store: Store, project: string): GateFacts["production"] {
  const release = currentRelease(store, project, "production");
  if (!release) return null;
  return {
    release: release.id,
    version: release.version,
    versionName: release.versionName,
    policy: release.policy ?? policyOf(store, release.version, release.endpoint),
  };
}

const datasetOf = (store: Store, project: string, id: string | null): GateDataset | null =>
  (id === null ? undefined : findDataset(store, project, id)) ?? null;

function judgeOf(store: Store, project: string, id: string | null): GateFacts["judge"] {
  const judge = id === null ? undefined : findJudge(store, project, id);
  if (!judge) return null;
  const { name, version } = judge;
  return { id: judge.id, name, version, calibrations: listCalibrations(store, project).filter((one) => one.judge === judge.id) };
}
