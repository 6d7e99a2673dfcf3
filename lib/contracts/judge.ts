import { z } from "zod";
import { Endpoint } from "./endpoint";
import { Slug, VersionRef } from "./ids";
import { Usage } from "./model";
import { Trajectory } from "./trajectory";

/** A judge of a project: a harness version of kind `judge` and the endpoints that vote with it. */
export const JudgeInput = z.object({
  id: Slug,
  name: z.string().min(1).max(100),
  /** Hash of a harness version of kind `judge`. */
  bundle: VersionRef,
  /** Endpoint ids; each votes once. */
  voters: z
    .array(Slug)
    .min(1)
    .max(9)
    .refine((voters) => new Set(voters).size === voters.length, "an endpoint votes once"),
});
export type JudgeInput = z.infer<typeof JudgeInput>;

/** A judge as it is pinned in a run: what voted is part of every score's identity. */
export const JudgeVersion = z.object({
  id: Slug,
  name: z.string(),
  bundle: z.string(),
  bundleName: z.string(),
  /** The endpoints as they were when the version was made. */
  voters: z.array(Endpoint).min(1),
  /** SHA-256 over the bundle's hash and each voter's kind, address, model and checkpoint, in their order. */
  version: z.string(),
});
export type JudgeVersion = z.infer<typeof JudgeVersion>;

export const Judge = JudgeVersion.extend({ project: z.string(), createdAt: z.string(), runs: z.int() });
export type Judge = z.infer<typeof Judge>;

/**
 * One voter on one reply. A vote that cannot be parsed, or did not come, is an abstention with its reason, never a wrong.
 * `answers`: check id → whether the reply passes the question of that check.
 */
export const Vote = z.object({
  voter: z.int().min(0),
  endpoint: z.string(),
  model: z.string(),
  checkpoint: z.string(),
  state: z.enum(["voted", "abstained", "error"]),
  /** Why it abstained, or what failed. */
  reason: z.string().nullable(),
  accuracy: z.union([z.literal(0), z.literal(1)]).nullable(),
  effectiveness: z.union([z.literal(0), z.literal(0.5), z.literal(1)]).nullable(),
  answers: z.record(z.string(), z.enum(["passed", "failed"])).default({}),
  rationale: z.string(),
  usage: Usage.extend({ calls: z.int() }),
  wallMs: z.number(),
});
export type Vote = z.infer<typeof Vote>;

/** What one voter of a run's judge did: votes by state, model calls, tokens (null where none were reported), US dollars. */
export const VoterUsage = z.object({
  voter: z.int(),
  endpoint: z.string(),
  model: z.string(),
  voted: z.int(),
  abstained: z.int(),
  failed: z.int(),
  calls: z.int(),
  promptTokens: z.int().nullable(),
  completionTokens: z.int().nullable(),
  cost: z.number().nullable(),
});
export type VoterUsage = z.infer<typeof VoterUsage>;

/** What judging a run came to so far. `cost` is null where no voter has a price and reports its usage. */
export const RunJudging = z.object({ judge: JudgeVersion.nullable(), voters: z.array(VoterUsage), cost: z.number().nullable() });
export type RunJudging = z.infer<typeof RunJudging>;

/** A vote with what the voter did to come to it. */
export const VoteDetail = z.object({ vote: Vote, trajectory: Trajectory });
export type VoteDetail = z.infer<typeof VoteDetail>;
