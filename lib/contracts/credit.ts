import { z } from "zod";
import { Budget } from "./run-settings";

/**
 * What one entry did, by leaving it out: a case whose score falls back without it was fixed by it, one whose score recovers
 * was broken by it.
 */
export const EntryCredit = z.object({
  entry: z.string(),
  title: z.string(),
  fixed: z.array(z.string()),
  broken: z.array(z.string()),
  /** Changed cases that came out the same without it. */
  unmoved: z.int(),
  /** Their ids: reruns that are not done again when the credit goes on. */
  same: z.array(z.string()).default([]),
  /** Cases that could not be scored without it. */
  unscored: z.int(),
  /** `untested`: the budget ended before it, or the others do not apply without it. */
  verdict: z.enum(["helps", "hurts", "mixed", "no-effect", "untested"]),
  note: z.string().default(""),
});
export type EntryCredit = z.infer<typeof EntryCredit>;

/** Credit of a stage's entries by leave-one-out reruns on the cases whose score changed, and on no others. */
export const StageCredit = z.object({
  stage: z.string(),
  status: z.enum(["running", "completed", "budget", "stopped", "failed"]),
  error: z.string().nullable(),
  /** Changed cases; those that only one entry's removal turns back are its own, others come of several together. */
  discordant: z.int(),
  /** Reruns planned (entries × changed cases) and done. */
  total: z.int(),
  done: z.int(),
  entries: z.array(EntryCredit),
  /** Changed cases that no single entry explains: several do it together, or it is noise. */
  unexplained: z.array(z.string()),
  budget: Budget,
  calls: z.int(),
  tokens: z.int(),
  /** US dollars; null where the endpoint has no price. */
  cost: z.number().nullable(),
  by: z.string(),
  at: z.string(),
});
export type StageCredit = z.infer<typeof StageCredit>;
