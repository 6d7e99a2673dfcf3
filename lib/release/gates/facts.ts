import type { Dataset } from "@/lib/contracts/case";
import type { PairedResults } from "@/lib/contracts/comparison";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { JudgeVersion } from "@/lib/contracts/judge";
import type { GateSettings, JudgeCalibration, PolicyIdentity, ReleaseChannel } from "@/lib/contracts/release-gate";
import type { CaseRow, Run } from "@/lib/contracts/run";
import type { Capability } from "../capability/capability-of";

/** A run as far as a gate asks. */
export interface GateRun
  extends Pick<
    Run,
    | "id"
    | "version"
    | "endpoint"
    | "dataset"
    | "datasetVersion"
    | "checkVersion"
    | "noiseOf"
    | "repliesOf"
    | "settings"
    | "outcome"
    | "status"
    | "startedAt"
    | "finishedAt"
    | "embedded"
    | "syntheticData"
  > {
  judge: Pick<JudgeVersion, "id" | "name" | "version"> | null;
  endpointAtStart: ModelIdentity;
  faq: string | null;
  /** Cases with Accuracy and with Effectiveness. */
  scored: { accuracy: number; effectiveness: number };
  /** The run whose replies it judged anew; null where it made its own. */
  source: Pick<Run, "id" | "noiseOf" | "outcome" | "finishedAt"> | null;
  /** Other runs that used its endpoint while it ran, each with the most cases that it had at once. */
  alongside: readonly { run: string; cases: number }[];
}

/** What makes one served model another one. */
export type ModelIdentity = Pick<Endpoint, "kind" | "baseUrl" | "model" | "checkpoint">;

export const sameModel = (a: ModelIdentity, b: ModelIdentity): boolean =>
  a.kind === b.kind && a.baseUrl === b.baseUrl && a.model === b.model && a.checkpoint === b.checkpoint;

/** The run that counts; where none does, the newest that nearly did, and why it does not, as the end of a sentence about it. */
export type RunChoice =
  | { run: GateRun; instead: null }
  | { run: null; instead: { run: string; state: "stale" | "missing"; why: string } | null };

export const NO_RUN: RunChoice = { run: null, instead: null };

/** One side of a promotion: a version and the model behind it. */
export interface GateSide {
  version: string;
  versionName: string;
  policy: PolicyIdentity | null;
}

/** A data set as it is now. */
export type GateDataset = Pick<Dataset, "id" | "name" | "version" | "role"> & {
  looks: Pick<Dataset["looks"], "runs" | "wornOut">;
};

export type TimedRow = Pick<CaseRow, "case" | "state" | "unscoredKind" | "wallMs" | "attempts" | "reusedFrom" | "finishedAt">;

/** All that the gates are judged from. Nothing is read beside it. */
export interface GateFacts {
  project: string;
  channel: ReleaseChannel;
  settings: GateSettings;
  settingsVersion: number;
  /** Now, ISO 8601. */
  at: string;
  candidate: GateSide;
  production: (GateSide & { release: string }) | null;
  /** The evaluation set; null where none is chosen or it is gone. */
  evaluationSet: GateDataset | null;
  capabilitySet: GateDataset | null;
  /** The judge that the thresholds name, as it is now, and its calibrations, newest first; null where none is named or it is gone. */
  judge: { id: string; name: string; version: string; calibrations: readonly JudgeCalibration[] } | null;
  latency: { run: RunChoice; rows: readonly TimedRow[] };
  regression: {
    candidate: RunChoice;
    production: RunChoice;
    /** Null unless both sides have a run. */
    paired: PairedResults | null;
    /** P0 cases that production's run scored and the candidate's could not. */
    unscoredP0: readonly string[];
  };
  capability: {
    /** The version under which the bare policy is asked. */
    bare: { version: string; versionName: string };
    candidate: RunChoice;
    production: RunChoice;
    candidateResults: Capability | null;
    productionResults: Capability | null;
  };
}
