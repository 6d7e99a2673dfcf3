import { z } from "zod";

const Score = z.number().min(0).max(1);

/** A count, or a share of all results such as "1%". */
const CountOrShare = z.union([
  z.int().min(0),
  z
    .string()
    .trim()
    .regex(/^(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?)\s*%$/, 'must be a whole number or a share such as "1%"'),
]);

const ScoreGate = z.strictObject({
  min: Score.optional(),
  /** The lower end of the 95 % interval must not lie below. */
  lowerBound: Score.optional(),
});

const Least = z.strictObject({ accuracy: Score.optional(), effectiveness: Score.optional(), avg: Score.optional() });

export const GateMetric = z.enum(["accuracy", "effectiveness", "avg"]);
export type GateMetric = z.infer<typeof GateMetric>;

/** What a run must come to, as a gates file says it. Whatever cannot be decided is incomplete, which is no pass. */
export const Gates = z.strictObject({
  schemaVersion: z.literal(1),
  scores: z
    .strictObject({ accuracy: ScoreGate.optional(), effectiveness: ScoreGate.optional(), avg: ScoreGate.optional() })
    .optional(),
  /** Results that could not be scored; more make the verdict incomplete. */
  unscored: z.strictObject({ max: CountOrShare }).default({ max: 0 }),
  failed: z.strictObject({ max: CountOrShare }).optional(),
  latency: z.strictObject({ p50Ms: z.number().positive().optional(), p95Ms: z.number().positive().optional() }).optional(),
  /** US dollars. */
  cost: z.strictObject({ max: z.number().min(0) }).optional(),
  /** `min` is for every category; any other name is that of a category. */
  categories: z.record(z.string(), Least).optional(),
  /** What is compared with: a run of the project, or a harness folder that is run first on the same cases and seed. */
  baseline: z
    .union([z.strictObject({ run: z.string().min(1) }), z.strictObject({ harness: z.string().min(1) })], {
      error: "has either run: or harness:",
    })
    .optional(),
  compare: z
    .strictObject({
      /** The 95 % interval of the paired difference must lie above −margin. */
      nonInferiority: z
        .strictObject({ margin: Score, metrics: z.array(GateMetric).min(1).default(["accuracy", "effectiveness"]) })
        .optional(),
      /** The difference must be above zero and its interval with it. */
      improvement: z.strictObject({ metric: GateMetric.default("avg") }).optional(),
      /** Cases of priority P0 that broke, at most. */
      brokenP0: z.int().min(0).optional(),
    })
    .optional(),
});
export type Gates = z.infer<typeof Gates>;

export const GateState = z.enum(["passed", "failed", "incomplete"]);
export type GateState = z.infer<typeof GateState>;

export const GateItem = z.object({
  name: z.string(),
  state: GateState,
  found: z.string(),
  wanted: z.string(),
  /** In one sentence. */
  why: z.string(),
});
export type GateItem = z.infer<typeof GateItem>;

/** `failed` where an item failed, else `incomplete` where one is incomplete. */
export const GateVerdict = z.object({ state: GateState, items: z.array(GateItem) });
export type GateVerdict = z.infer<typeof GateVerdict>;
