import { z } from "zod";
import { Comment, DialogueTurn } from "./case";
import { Channel } from "./harness";
import { JsonObject, Slug } from "./ids";
import { Incidents } from "./run";
import { ArmName } from "./traffic";
import { StopReason, Trajectory } from "./trajectory";

/** A question with its answer, for the `faq_search` tool. */
export const FaqEntry = z.object({ question: z.string().min(1).max(1_000), answer: z.string().min(1).max(4_000) });
export type FaqEntry = z.infer<typeof FaqEntry>;

/**
 * One request of the live room (TaoLive report, section 2.4). What the room, the anchor and the products bring is `context`:
 * `room`, `anchorSpeech`, `product`, `links` (each with `link_id`), `currentLinkId`, `faq`, `viewer`.
 */
export const RespondRequest = z.object({
  project: Slug,
  input: z.object({ comments: z.array(Comment).min(1).max(50) }),
  context: JsonObject.default({}),
  dialogue: z.array(DialogueTurn).max(100).default([]),
  channel: Channel.default("public"),
  seed: z.int().min(0).max(2_147_483_647).optional(),
  /**
   * The viewer, as stable as their account, and the same as in the outcomes of an experiment: it decides the arm while one runs.
   * It is not stored. Without it production answers.
   */
  user: z.string().min(1).max(500).optional(),
});
export type RespondRequest = z.infer<typeof RespondRequest>;

/** What was served. `suppressed` where nothing is to be said; then `reply` is empty. */
export const RespondAnswer = z.object({
  trajectory: z.string(),
  reply: z.string(),
  channel: Channel,
  suppressed: z.boolean(),
  stopReason: StopReason,
  release: z.string(),
  version: z.string(),
  /** The experiment and its arm that the user was in; null outside one. */
  experiment: z.string().nullable(),
  arm: ArmName.nullable(),
  endpoint: z.string(),
  model: z.string(),
  checkpoint: z.string(),
  /** True where the reply came from the embedded stand-in policy. */
  embedded: z.boolean(),
  /** Tools that answered from recorded returns and not from a live service. */
  recordedTools: z.array(z.string()),
  wallMs: z.number(),
});
export type RespondAnswer = z.infer<typeof RespondAnswer>;

/**
 * Sent while a request is served. Nothing of a reply is sent before the Stop hooks let it pass: what has been spoken cannot
 * be taken back. `reply` brings it piece by piece, `done` the whole answer.
 */
export const RespondEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("accepted"), trajectory: z.string(), release: z.string(), version: z.string() }),
  z.object({ event: z.literal("step"), type: z.string(), name: z.string(), round: z.int(), atMs: z.number() }),
  z.object({ event: z.literal("reply"), text: z.string() }),
  z.object({ event: z.literal("done"), answer: RespondAnswer }),
]);
export type RespondEvent = z.infer<typeof RespondEvent>;

/** A served request, as the list shows it. */
export const ServedItem = z.object({
  trajectory: z.string(),
  project: z.string(),
  release: z.string(),
  version: z.string(),
  versionName: z.string(),
  endpoint: z.string(),
  model: z.string(),
  checkpoint: z.string(),
  embedded: z.boolean(),
  channel: Channel,
  comment: z.string(),
  reply: z.string(),
  stopReason: StopReason,
  suppressed: z.boolean(),
  wallMs: z.number(),
  incidents: Incidents,
  experiment: z.string().nullable(),
  arm: ArmName.nullable(),
  at: z.string(),
});
export type ServedItem = z.infer<typeof ServedItem>;

export const ServedDetail = z.object({ item: ServedItem, request: RespondRequest, trajectory: Trajectory });
export type ServedDetail = z.infer<typeof ServedDetail>;
