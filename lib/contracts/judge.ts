import { z } from "zod";
import { Endpoint } from "./endpoint";
import { Slug } from "./ids";
import { Usage } from "./model";

/** A judge of a project: a harness version of kind `judge` and the endpoints that vote with it. */
export const JudgeInput = z.object({
  id: Slug,
  name: z.string().min(1).max(100),
  /** Hash of a harness version of kind `judge`. */
  bundle: z.string(),
  /** Endpoint ids; each votes once. */
  voters: z.array(Slug).min(1).max(9),
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
  /** SHA-256 over the bundle's hash and each voter's address, model and checkpoint. */
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
