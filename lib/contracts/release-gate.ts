import { z } from "zod";
import { Endpoint } from "./endpoint";
import { GateMetric } from "./gates";
import { Decoding } from "./harness";
import { Slug } from "./ids";
import { RunSettings } from "./run-settings";

/** Where a release serves. */
export const ReleaseChannel = z.enum(["production", "canary", "staging"]);
export type ReleaseChannel = z.infer<typeof ReleaseChannel>;

/** The three production gates (TaoLive report, section 6.1). */
export const GateName = z.enum(["latency", "regression", "capability"]);
export type GateName = z.infer<typeof GateName>;

const Share = z.number().min(0).max(1);
const DatasetId = z.string().min(1).max(120);

/** Complete-agent wall time of a replay; times in milliseconds. */
export const LatencyThresholds = z.object({
  p95Ms: z.number().positive().default(15_000),
  /** At least the share `attainment` of the cases ends within `withinMs`. */
  withinMs: z.number().positive().default(15_000),
  attainment: Share.default(0.95),
  /** Cases that began first and do not count. */
  warmUp: z.int().min(0).max(1_000).default(5),
  /** Cases that must be left after the warm-up. */
  minimumCases: z.int().min(1).max(100_000).default(50),
  /** A replay with more cases at once says nothing about the provisioned service (section 6.3). */
  maxConcurrency: z.int().min(1).max(256).default(2),
});

/** Paired against what production serves (METHODS.md, section 3). Scores from 0 to 1. */
export const RegressionThresholds = z.object({
  /** The evaluation set; null until the project has chosen one, and then the gate fails. */
  dataset: DatasetId.nullable().default(null),
  /** The project's judge that must have scored; null where the cases' checks do. */
  judge: Slug.nullable().default(null),
  /** The lower end of the 95 % interval of this score's difference must be above `lowerBound`. */
  metric: GateMetric.default("avg"),
  lowerBound: z.number().min(-1).max(1).default(0),
  /** The other scores are non-inferior by this margin. */
  margin: Share.default(0.02),
  /** A category that is worse by more than the margin with a one-sided p, adjusted by Holm, below this fails. */
  categoryAlpha: z.number().min(0.0001).max(0.5).default(0.05),
  /** Cases of priority P0 that may have broken or become unscored. */
  brokenP0: z.int().min(0).default(0),
  unscoredShare: Share.default(0.01),
});

export const CAPABILITY_LEVELS = ["promptStrict", "promptLoose", "instructionStrict", "instructionLoose"] as const;
export const CapabilityLevel = z.enum(CAPABILITY_LEVELS);
export type CapabilityLevel = z.infer<typeof CapabilityLevel>;

/** IFEval of the bare policy (TaoLive report, section 6.1 and appendix H.3). */
export const CapabilityThresholds = z.object({
  dataset: DatasetId.nullable().default(null),
  /** What each of the four accuracies may lie below that of production's policy. */
  margin: Share.default(0.02),
  /** What the prompt-level strict accuracy must reach, whatever production does; null for nothing. */
  minimum: Share.nullable().default(null),
  unscoredShare: Share.default(0.01),
});

export const GateSettings = z.object({
  latency: LatencyThresholds.default(() => LatencyThresholds.parse({})),
  regression: RegressionThresholds.default(() => RegressionThresholds.parse({})),
  capability: CapabilityThresholds.default(() => CapabilityThresholds.parse({})),
  /** A judge whose true positive or true negative rate against human labels is below `floor` cannot gate. */
  judges: z
    .object({ floor: Share.default(0.8), minimumLabels: z.int().min(1).default(30) })
    .default(() => ({ floor: 0.8, minimumLabels: 30 })),
  /** Results that are older are stale; null: they never are by their age. */
  maxAgeDays: z.int().min(1).max(3_650).nullable().default(30),
  /** Gates that a promotion to each channel must pass. */
  required: z
    .object({
      production: z.array(GateName).default([...GateName.options]),
      canary: z.array(GateName).default([...GateName.options]),
      staging: z.array(GateName).default([]),
    })
    .default(() => ({ production: [...GateName.options], canary: [...GateName.options], staging: [] })),
  /** Channels where a change of public replies needs a second person. */
  secondPerson: z.array(ReleaseChannel).default([]),
  /** Ed25519 key of the project. The private one is in the environment variable of this name, in PEM, and is never stored. */
  signing: z
    .object({
      keyVariable: Endpoint.shape.keyVariable,
      /** PEM, SPKI; what is served is verified with it. */
      publicKey: z.string().max(2_000),
    })
    .nullable()
    .default(null),
});
export type GateSettings = z.infer<typeof GateSettings>;

/** The thresholds of a project as they were set; each change is a version of its own, from 1. Version 0 are the defaults. */
export const GateSettingsVersion = z.object({
  project: z.string(),
  version: z.int().min(0),
  settings: GateSettings,
  reason: z.string(),
  actor: z.string(),
  createdAt: z.string(),
});
export type GateSettingsVersion = z.infer<typeof GateSettingsVersion>;

/** The fixed model behind a release, as far as it changes what is said. */
export const PolicyIdentity = z.object({
  endpoint: Slug,
  kind: Endpoint.shape.kind,
  baseUrl: z.string(),
  model: z.string(),
  checkpoint: z.string(),
  decoding: Decoding,
});
export type PolicyIdentity = z.infer<typeof PolicyIdentity>;

/** `missing`: there is no result; `stale`: it is of something else or too old; `unscored`: it says nothing. All three fail a gate. `note` decides nothing. */
export const GateItemState = z.enum(["passed", "failed", "missing", "stale", "unscored", "note"]);
export type GateItemState = z.infer<typeof GateItemState>;

export const ReleaseGateItem = z.object({
  name: z.string(),
  state: GateItemState,
  found: z.string(),
  wanted: z.string(),
  /** In one sentence. */
  why: z.string(),
});
export type ReleaseGateItem = z.infer<typeof ReleaseGateItem>;

/** A run that would give a gate what it lacks. `of`: which side. */
export const GateRemedy = z.object({
  of: z.enum(["candidate", "production"]),
  version: z.string(),
  versionName: z.string(),
  endpoint: Slug,
  dataset: DatasetId,
  datasetName: z.string(),
  judge: Slug.nullable(),
  settings: RunSettings,
});
export type GateRemedy = z.infer<typeof GateRemedy>;

export const GateVerdict = z.object({
  name: GateName,
  /** Whether the channel demands it. */
  required: z.boolean(),
  state: z.enum(["passed", "failed"]),
  items: z.array(ReleaseGateItem),
  /** Runs that the verdict rests on. */
  runs: z.array(z.string()),
  /** Stand-in policy or synthetic cases behind it. */
  marks: z.array(z.enum(["stand-in policy", "synthetic"])),
  remedies: z.array(GateRemedy),
});
export type GateVerdict = z.infer<typeof GateVerdict>;

/** What the gates say of exactly this version and policy, at this moment. */
export const GateReport = z.object({
  schemaVersion: z.literal(1),
  project: z.string(),
  channel: ReleaseChannel,
  version: z.string(),
  versionName: z.string(),
  policy: PolicyIdentity.nullable(),
  /** Version of the thresholds. */
  settingsVersion: z.int(),
  /** Version of the gate programs. */
  gateVersion: z.string(),
  /** What production serves, with which the candidate is compared; null where it serves nothing. */
  baseline: z
    .object({ release: z.string(), version: z.string(), versionName: z.string(), policy: PolicyIdentity.nullable() })
    .nullable(),
  gates: z.array(GateVerdict),
  /** Every required gate passed. */
  passed: z.boolean(),
  at: z.string(),
});
export type GateReport = z.infer<typeof GateReport>;

/** A rate with its count; `rate` is null where `n` is 0. */
const Rate = z.object({ rate: z.number().nullable(), n: z.int() });

/**
 * How a judge (its panel) agrees with people's labels. For Accuracy positive is 1; for Effectiveness positive is 1 and negative
 * what is below. An abstention agrees with neither and counts in `n` (METHODS.md, section 7).
 */
export const JudgeCalibration = z.object({
  id: z.string(),
  project: z.string(),
  judge: Slug,
  /** The judge version that was measured; another one is not calibrated by it. */
  judgeVersion: z.string(),
  dataset: z.string(),
  datasetName: z.string(),
  datasetVersion: z.string(),
  /** The labels are not people's. */
  synthetic: z.boolean(),
  runs: z.array(z.string()),
  metrics: z.object({
    accuracy: z.object({ truePositive: Rate, trueNegative: Rate, abstained: z.int(), kappa: z.number().nullable() }),
    effectiveness: z.object({ truePositive: Rate, trueNegative: Rate, abstained: z.int(), kappa: z.number().nullable() }),
  }),
  actor: z.string(),
  createdAt: z.string(),
});
export type JudgeCalibration = z.infer<typeof JudgeCalibration>;

/** A calibration, or the runs that it still waits for. */
export const CalibrationAnswer = z.object({
  calibration: JudgeCalibration.nullable(),
  /** Runs of the judge's voters on the labels, started or under way. */
  waiting: z.array(z.string()),
});
export type CalibrationAnswer = z.infer<typeof CalibrationAnswer>;
