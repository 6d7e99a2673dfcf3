import "server-only";
import { z } from "zod";
import { Case } from "@/lib/contracts/case";
import { Endpoint } from "@/lib/contracts/endpoint";
import { ContentHash } from "@/lib/contracts/ids";
import { JudgeVersion, Vote } from "@/lib/contracts/judge";
import { CaseScore, CaseState, CheckResult, TrajectoryFeatures, UnscoredKind } from "@/lib/contracts/run";
import { Trajectory } from "@/lib/contracts/trajectory";

/** The queue of the cases, which all workers share, and that of the results, one a studio: none takes another's. */
export const QUEUES = { cases: "studio-cases", results: (studio: string) => `studio-results-${studio}` };

/**
 * A lock that a worker holds on a case, renewed while it works. A case whose worker was killed goes to another one within two
 * of these, in milliseconds; after `mostDeaths` of its workers it is given up.
 */
export const LOCK = { durationMs: 5_000, mostDeaths: 3 };

/** One case to run elsewhere. What is large is named by its hash and fetched once by each worker. */
export const QueuedCase = z.object({
  /** The same whenever the studio asks for the same try of a case: it is the job's id. */
  key: z.string(),
  run: z.string(),
  /** Id of the studio that waits for the result. */
  studio: z.string().regex(/^[0-9a-z_]{1,40}$/),
  repeat: z.int(),
  attempts: z.int(),
  seed: z.int(),
  item: Case,
  /** Version hash of the harness. */
  bundle: ContentHash,
  /** Hashes of the recorded returns that the cases share, of the FAQ and of the tool services. */
  shared: ContentHash,
  faq: ContentHash,
  services: ContentHash,
  endpoint: Endpoint,
  fallback: Endpoint.nullable(),
  judge: JudgeVersion.nullable(),
  /** A stored reply that is only to be judged. */
  trajectory: Trajectory.nullable(),
});
export type QueuedCase = z.infer<typeof QueuedCase>;

const Evaluation = CaseScore.extend({
  state: CaseState,
  reason: z.string().nullable(),
  unscoredKind: UnscoredKind.nullable(),
  checks: z.array(CheckResult),
  features: TrajectoryFeatures,
  trajectory: Trajectory,
  votes: z.array(Vote),
  voteTrajectories: z.array(Trajectory),
});

/** What came of it. `unusable`: an endpoint cannot be called from that worker, for example for want of its key. */
export const QueuedResult = z.discriminatedUnion("state", [
  z.object({ state: z.literal("evaluated"), key: z.string(), run: z.string(), worker: z.string(), evaluation: Evaluation }),
  z.object({ state: z.literal("unusable"), key: z.string(), run: z.string(), worker: z.string(), reason: z.string() }),
]);
export type QueuedResult = z.infer<typeof QueuedResult>;
