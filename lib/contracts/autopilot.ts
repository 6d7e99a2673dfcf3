import { z } from "zod";
import { Analyst, StopClause } from "./evolution";
import { Budget } from "./run-settings";

/** A night's work: branches from one stage, within a budget that is never exceeded, without ever promoting anything. */
export const AutopilotSettings = z.object({
  /** The stage it branches from. */
  from: z.string(),
  analyst: Analyst,
  /** Branches at most; each carries other entries of the first diagnosis. */
  branches: z.int().min(1).max(8).default(3),
  /** Stages of a branch at most. */
  depth: z.int().min(1).max(6).default(2),
  /** Entries of a stage at most. */
  maxEntries: z.int().min(1).max(5).default(1),
  /** Calls, tokens, US dollars and minutes of everything together; at least one limit. */
  budget: Budget.refine((budget) => Object.values(budget).some((limit) => limit !== null), "set at least one limit"),
  /** When to begin, ISO 8601; null: at once. */
  startAt: z.iso.datetime().nullable().default(null),
});
export type AutopilotSettings = z.infer<typeof AutopilotSettings>;

/** Why a branch or a night ended. `clause`: the letter of the stop rule's clause, a to e. */
export const AutopilotFinish = z.object({
  cause: z.enum([
    "no-improvement",
    "nothing-to-propose",
    "stopped-by-rule",
    "depth",
    "budget",
    "person",
    "failed",
    "studio-stopped",
    "done",
  ]),
  clause: z.enum(["a", "b", "c", "d", "e"]).nullable().default(null),
  /** In the user's words, for example `stopped by rule (a)`. */
  text: z.string(),
});
export type AutopilotFinish = z.infer<typeof AutopilotFinish>;

/** A branch: stages of the campaign, the first of which begins at `from`. Differences are AVG against `from`, −1 to 1. */
export const AutopilotBranch = z.object({
  name: z.string(),
  stages: z.array(z.string()),
  /** The best stage of the branch by lower bound; null before one is evaluated. */
  best: z.string().nullable(),
  mean: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  fixed: z.int(),
  broken: z.int(),
  brokenP0: z.int(),
  clauses: z.array(StopClause),
  finish: AutopilotFinish.nullable(),
});
export type AutopilotBranch = z.infer<typeof AutopilotBranch>;

export const Autopilot = z.object({
  id: z.string(),
  campaign: z.string(),
  settings: AutopilotSettings,
  status: z.enum(["waiting", "running", "finished"]),
  /** What it is doing now, in a sentence; empty when it is not. */
  doing: z.string(),
  spent: z.object({ calls: z.int(), tokens: z.int(), cost: z.number(), minutes: z.number() }),
  /** Ranked by lower bound, best first; branches without one last. */
  branches: z.array(AutopilotBranch),
  finish: AutopilotFinish.nullable(),
  by: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type Autopilot = z.infer<typeof Autopilot>;
