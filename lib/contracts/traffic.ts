import { z } from "zod";
import { Slug } from "./ids";
import { ReleaseChannel } from "./release-gate";

export const ArmName = z.enum(["control", "treatment"]);
export type ArmName = z.infer<typeof ArmName>;

/** An arm serves what its channel serves. Shares are of all users, from 0 to 1, and add up to 1. */
export const Arm = z.object({ name: ArmName, channel: ReleaseChannel, share: z.number().gt(0).lt(1) });
export type Arm = z.infer<typeof Arm>;

/**
 * A user-level split of traffic (TaoLive report, section 6.4). A user's bucket is the first 52 bits of SHA-256(salt ":" user)
 * as a fraction of 1: below the control's share control, else treatment. It never changes while the salt does not.
 */
export const Experiment = z.object({
  id: z.string(),
  project: z.string(),
  name: z.string(),
  salt: z.string(),
  arms: z.tuple([Arm.extend({ name: z.literal("control") }), Arm.extend({ name: z.literal("treatment") })]),
  /** One experiment of a project runs at a time. */
  state: z.enum(["running", "ended"]),
  /** Users that were planned for; results are preliminary below it and until it has ended. */
  plannedUsers: z.int().nullable(),
  actor: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  /** Why it was ended. */
  conclusion: z.string(),
});
export type Experiment = z.infer<typeof Experiment>;

export const Assignment = z.object({
  experiment: z.string(),
  arm: ArmName,
  channel: ReleaseChannel,
  /** What the channel serves now; null for nothing. */
  release: z.string().nullable(),
  version: z.string().nullable(),
  /** From 0 to 1. */
  bucket: z.number(),
});
export type Assignment = z.infer<typeof Assignment>;

/** A mean per bucketed user with its 95 % interval, and the sum over users. The mean is null without users, its ends below two. */
export const ArmMean = z.object({
  mean: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  sum: z.number(),
});
export type ArmMean = z.infer<typeof ArmMean>;

export const ArmOutcome = z.object({ name: ArmName, users: z.int(), share: z.number(), orders: ArmMean, value: ArmMean });
export type ArmOutcome = z.infer<typeof ArmOutcome>;

export const OutcomeMetric = z.enum(["orders", "value"]);
export type OutcomeMetric = z.infer<typeof OutcomeMetric>;

/**
 * Treatment against control, relative to control, with Fieller's 95 % interval. Null where control's mean is not above 0, the
 * interval also where it is not clearly above.
 */
export const RelativeChange = z.object({
  metric: OutcomeMetric,
  relative: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type RelativeChange = z.infer<typeof RelativeChange>;

/** A snapshot of outcomes, cumulative since the beginning. Of users only counts and sums are kept. */
export const OutcomeSnapshot = z.object({
  id: z.string(),
  experiment: z.string(),
  /** Rows that were not read: a user twice, a value that is no number. */
  skipped: z.int(),
  /** Why, with how many rows and the line of the first; what stands in a row is not kept. */
  problems: z.array(z.object({ reason: z.string(), rows: z.int(), line: z.int() })).default([]),
  arms: z.tuple([ArmOutcome, ArmOutcome]),
  changes: z.array(RelativeChange),
  /**
   * Whether the arms are as large as their shares say: the treatment's share of the users, as planned and as found. Below a p
   * of 0.001 no comparison is to be trusted.
   */
  sampleRatio: z.object({ expected: z.number(), found: z.number(), p: z.number(), mismatch: z.boolean() }),
  /** Why the figures are preliminary; empty where they are not. */
  preliminary: z.array(z.string()),
  through: z.string(),
  synthetic: z.boolean(),
  actor: z.string(),
  createdAt: z.string(),
});
export type OutcomeSnapshot = z.infer<typeof OutcomeSnapshot>;

export const ExperimentDetail = z.object({
  experiment: Experiment,
  snapshots: z.array(OutcomeSnapshot),
  /** Requests that each arm served here. */
  served: z.object({ control: z.int(), treatment: z.int() }),
});
export type ExperimentDetail = z.infer<typeof ExperimentDetail>;

export const OutcomeImport = z.object({
  project: Slug,
  experiment: z.string().min(1).max(120),
  format: z.enum(["csv", "jsonl"]),
  /** Columns or fields `user`, `orders`, `value`; one row a bucketed user, those without orders among them. */
  text: z.string().max(200_000_000),
  /** The day up to which it counts. */
  through: z.iso.date(),
  synthetic: z.boolean().default(false),
});
