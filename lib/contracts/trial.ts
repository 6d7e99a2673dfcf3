import { z } from "zod";
import { Diagnostic, HookEvent } from "./harness";

const Scores = z.object({ accuracy: z.number().nullable(), effectiveness: z.number().nullable() });

/** One case replayed with an entry applied. `fixed`: AVG rose against the stage's base run; `broken`: it fell. */
export const TrialCase = z.object({
  case: z.string(),
  category: z.string(),
  priority: z.string(),
  comment: z.string(),
  why: z.enum(["fails", "at-risk"]),
  before: Scores,
  /** Null where the case could not be scored. */
  after: Scores.nullable(),
  beforeReply: z.string(),
  afterReply: z.string(),
  outcome: z.enum(["fixed", "broken", "same", "unscored"]),
  /** What failed afterwards, or why it could not be scored. */
  note: z.string(),
});
export type TrialCase = z.infer<typeof TrialCase>;

/** A handful of cases replayed with one entry applied, before anybody confirms it. It changes nothing. */
export const Trial = z.object({
  id: z.string(),
  stage: z.string(),
  entry: z.string(),
  /** Revision of the entry that was tried. */
  revision: z.int(),
  /** Whether an unsaved edit was tried in its place. */
  draft: z.boolean(),
  status: z.enum(["running", "completed", "stopped", "failed"]),
  error: z.string().nullable(),
  total: z.int(),
  cases: z.array(TrialCase),
  calls: z.int(),
  tokens: z.int(),
  /** US dollars; null where the endpoint has no price. */
  cost: z.number().nullable(),
  by: z.string(),
  at: z.string(),
});
export type Trial = z.infer<typeof Trial>;

/** What is to be said about the right side of an entry while a person writes it. Nothing is stored. */
export const DraftCheck = z.object({
  ok: z.boolean(),
  diagnostics: z.array(Diagnostic),
  tokensAdded: z.int(),
  /** Passing cases that the edit as it stands would touch. */
  touched: z.int(),
  /** The changed prompt blocks as they are rendered for the chosen case; null where the block is left out for it. */
  prompt: z.array(z.object({ path: z.string(), text: z.string().nullable() })),
  /** The changed Hooks run on the chosen case, from its stored trajectory where it has such a moment. */
  hooks: z.array(
    z.object({
      path: z.string(),
      event: HookEvent,
      ok: z.boolean(),
      decision: z.string(),
      reason: z.string(),
      ms: z.number(),
    }),
  ),
});
export type DraftCheck = z.infer<typeof DraftCheck>;
