import { z } from "zod";

/** Limits of a run; null for none. A run that reaches one ends its cases in flight, starts no further one and says so. */
export const Budget = z.object({
  /** Model calls of the policy and of the judges together. */
  calls: z.int().min(1).nullable().default(null),
  /** Prompt and completion tokens together, as the endpoints report them. */
  tokens: z.int().min(1).nullable().default(null),
  /** US dollars; only endpoints with a price count. */
  cost: z.number().positive().nullable().default(null),
  minutes: z.number().positive().nullable().default(null),
});
export type Budget = z.infer<typeof Budget>;

/**
 * Ends a run as soon as the comparison with an earlier run is decided (METHODS.md, section 3).
 * `anytime`: cases in random order, ends where the new version is worse; false halts in at most a share `alpha` of runs.
 * `curtail`: fails of the base first; ends where the net gain in the metric (cases that rise minus cases that fall) can no
 * longer reach `needed`. The decision is that of the whole run.
 */
export const EarlyDecision = z.discriminatedUnion("mode", [
  z.object({ mode: z.literal("anytime"), base: z.string(), alpha: z.number().min(0.001).max(0.5).default(0.05) }),
  z.object({
    mode: z.literal("curtail"),
    base: z.string(),
    needed: z.int().min(1).max(1_000_000).default(1),
    /** A case below the full mark fails. */
    metric: z.enum(["accuracy", "avg"]).default("accuracy"),
    /** What a gain that is certain does; absent: it ends the run too. A run whose version may be promoted goes on. */
    onReached: z.enum(["end", "go-on"]).optional(),
    /** Cases at risk, which go first among those that passed. */
    touched: z.array(z.string()).max(100_000).default([]),
  }),
]);
export type EarlyDecision = z.infer<typeof EarlyDecision>;

export const RunSettings = z.object({
  /** Cases at once to begin with. Fewer while the endpoint is in trouble. */
  concurrency: z.int().min(1).max(256).default(8),
  /** Up to how many it may grow while latency holds; null: not beyond `concurrency`. */
  maxConcurrency: z.int().min(1).max(1_024).nullable().default(null),
  repeats: z.int().min(1).max(20).default(1),
  seed: z.int().min(0).max(2_147_483_647).default(1),
  /** How often a case that ended in a passing fault of the model's service is run again. */
  retries: z.int().min(0).max(10).default(2),
  budget: Budget.default(() => Budget.parse({})),
  /** Take results of earlier runs whose inputs are equal; a tenth of them is run again to check (METHODS.md, section 8). */
  reuse: z.boolean().default(false),
  early: EarlyDecision.nullable().default(null),
});
export type RunSettings = z.infer<typeof RunSettings>;

/** What came of an early decision. `saved`: cases times repeats that were not run. */
export const EarlyOutcome = z.object({
  mode: z.enum(["anytime", "curtail"]),
  base: z.string(),
  decision: z.enum(["worse", "not-enough", "reached", "undecided"]),
  wins: z.int(),
  losses: z.int(),
  /** The e-value of the anytime-valid test; null for curtailment. */
  evidence: z.number().nullable(),
  /** Paired cases that the decision rests on. */
  used: z.int(),
  saved: z.int(),
  /** What the decision guarantees, in a sentence. */
  guarantee: z.string(),
});
export type EarlyOutcome = z.infer<typeof EarlyOutcome>;

/** Results taken from earlier runs, and how those that were run again as a check compared. */
export const ReuseReport = z.object({
  hits: z.int(),
  audited: z.int(),
  /** Audited results whose scores differed from the kept ones. */
  scoresDiffered: z.int(),
  /** Audited results whose reply differed, word for word. */
  repliesDiffered: z.int(),
});
export type ReuseReport = z.infer<typeof ReuseReport>;

/** What happened to a run beyond its scores. */
export const RunOutcome = z.object({
  /** Why it ended before all its cases, where it did. */
  stop: z
    .object({ cause: z.enum(["budget", "early"]), notRun: z.int() })
    .nullable()
    .default(null),
  early: EarlyOutcome.nullable().default(null),
  reuse: ReuseReport.nullable().default(null),
  /** Cases at once: the most there were, the last limit, and how often trouble lowered it. */
  concurrency: z.object({ most: z.int(), last: z.int(), lowered: z.int() }).nullable().default(null),
  /** What it has used so far, retries among it; `minutes` is working time without pauses, `cost` US dollars. */
  spent: z
    .object({ calls: z.int(), tokens: z.int(), cost: z.number(), minutes: z.number() })
    .default({ calls: 0, tokens: 0, cost: 0, minutes: 0 }),
  /** Cases that were run again by hand after they had failed: their scores may flatter. */
  rerunFailed: z.int().default(0),
});
export type RunOutcome = z.infer<typeof RunOutcome>;

const Range = z.object({ low: z.number(), expected: z.number(), high: z.number() });

/** What a run will take, before it starts. Ranges are the 10th and 90th percentile of what they are drawn from. */
export const RunPreview = z.object({
  /** Cases times repeats, and how many of them would be taken from earlier runs. */
  cases: z.int(),
  reusable: z.int(),
  calls: Range.nullable(),
  tokens: Range.nullable(),
  /** US dollars; null where the endpoint has no price. */
  cost: Range.nullable(),
  minutes: Range.nullable(),
  /** Where the figures come from, in a sentence. */
  basis: z.string(),
  /** Limits of the budget that the expected figures exceed. */
  exceeds: z.array(z.enum(["calls", "tokens", "cost", "minutes"])),
});
export type RunPreview = z.infer<typeof RunPreview>;
