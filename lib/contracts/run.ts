import { z } from "zod";
import { Case, Metric } from "./case";
import { JudgeVersion, Vote } from "./judge";
import { RunOutcome, RunSettings } from "./run-settings";
import { Trajectory } from "./trajectory";

/** `stopped`: ended as it should before all its cases, by its budget or an early decision; the rest is unscored. */
export const RunStatus = z.enum(["queued", "running", "paused", "cancelled", "completed", "stopped", "failed"]);
export type RunStatus = z.infer<typeof RunStatus>;

export const CheckResult = z.object({
  id: z.string(),
  kind: z.string(),
  metric: Metric,
  core: z.boolean(),
  verdict: z.enum(["passed", "failed", "unscored"]),
  /** Why, in one sentence, naming what was looked for and what was found. */
  why: z.string(),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** `failed`: the harness or policy failed to produce a reply (scored 0). `unscored`: nothing can be said, and `reason` says why. */
export const CaseState = z.enum(["scored", "unscored", "failed"]);
export type CaseState = z.infer<typeof CaseState>;

/** Why nothing can be said of a case. */
export const UnscoredKind = z.enum([
  /** The panel came to no majority, or no voter gave a verdict that can be read. */
  "judge-abstained",
  /** Every voter failed. */
  "judge-error",
  /** Only a judge could decide, and none is set. */
  "no-judge",
  /** The model's service failed. */
  "infrastructure",
  /** The budget was spent before the case. */
  "budget",
  /** The run was decided before the case. */
  "early-decision",
]);
export type UnscoredKind = z.infer<typeof UnscoredKind>;

/** Accuracy is 0 or 1, Effectiveness 0, 0.5 or 1 (TaoLive report, section 4.2); null where unscored. */
export const CaseScore = z.object({ accuracy: z.number().nullable(), effectiveness: z.number().nullable() });
export type CaseScore = z.infer<typeof CaseScore>;

/**
 * How often the runtime had to step in. `guards`: hook decisions other than allow; `refusedCalls`: tool calls that did not
 * reach their tool; `suppressed`: replies that were not given.
 */
export const Incidents = z.object({
  guards: z.int().default(0),
  refusedCalls: z.int().default(0),
  toolErrors: z.int().default(0),
  retries: z.int().default(0),
  fallbacks: z.int().default(0),
  recoveries: z.int().default(0),
  conservative: z.int().default(0),
  suppressed: z.int().default(0),
  hookErrors: z.int().default(0),
});
export type Incidents = z.infer<typeof Incidents>;

/** Incidents summed over results, and in how many results each happened. */
export const IncidentTotals = z.object({ total: Incidents, cases: Incidents });
export type IncidentTotals = z.infer<typeof IncidentTotals>;

/** What a run stored before incidents were counted has. */
export const NO_INCIDENTS: IncidentTotals = { total: Incidents.parse({}), cases: Incidents.parse({}) };

/** What a trajectory used; touch-sets and clustering read this instead of whole trajectories. */
export const TrajectoryFeatures = z.object({
  skills: z.array(z.string()),
  tools: z.array(z.string()),
  toolErrors: z.array(z.string()),
  hooks: z.array(z.object({ hook: z.string(), event: z.string(), decision: z.string() })),
  promptBlocks: z.array(z.string()),
  stopReason: z.string(),
  rounds: z.int(),
  retries: z.int(),
  incidents: Incidents.default(NO_INCIDENTS.total),
});
export type TrajectoryFeatures = z.infer<typeof TrajectoryFeatures>;

/** A row of a run: one case, one repeat. Times in milliseconds. */
export const CaseRow = z.object({
  run: z.string(),
  case: z.string(),
  repeat: z.int().min(0),
  category: z.string(),
  priority: z.string(),
  state: CaseState,
  reason: z.string().nullable(),
  /** Set where the state is `unscored`. */
  unscoredKind: UnscoredKind.nullable(),
  accuracy: z.number().nullable(),
  effectiveness: z.number().nullable(),
  comment: z.string(),
  reply: z.string(),
  failedChecks: z.array(z.string()),
  wallMs: z.number(),
  ttftMs: z.number().nullable(),
  promptTokens: z.int().nullable(),
  completionTokens: z.int().nullable(),
  calls: z.int(),
  /** How often the runner ran it before it kept the result; 0 where it never ran. */
  attempts: z.int(),
  /** The run that the result was taken from; its times are then not measured and no part of any latency. */
  reusedFrom: z.string().nullable(),
  finishedAt: z.string(),
});
export type CaseRow = z.infer<typeof CaseRow>;

export const CaseResult = CaseRow.extend({
  checks: z.array(CheckResult),
  features: TrajectoryFeatures,
  seed: z.int(),
  votes: z.array(Vote),
});
export type CaseResult = z.infer<typeof CaseResult>;

/** `trajectory` is null where the case was never run. */
export const CaseResultDetail = z.object({
  case: Case,
  result: CaseResult,
  trajectory: Trajectory.nullable(),
  /** Distractor tools of the case that were not put in, since the harness has tools of these names. */
  shadowedTools: z.array(z.string()).default([]),
});
export type CaseResultDetail = z.infer<typeof CaseResultDetail>;

/**
 * What a replay of a stored trajectory came to. `place` is a JSON pointer to the first value that differs, with its JSON on
 * both sides (shortened); null where the two are equal.
 */
export const ReplayReport = z.object({
  equal: z.boolean(),
  bytes: z.int(),
  difference: z.object({ place: z.string(), stored: z.string(), replayed: z.string() }).nullable(),
  note: z.string(),
});
export type ReplayReport = z.infer<typeof ReplayReport>;

/** A mean with its interval (95 %) and its denominators. All null where n is 0. */
export const Estimate = z.object({
  mean: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Cases that count. */
  n: z.int(),
  unscored: z.int(),
});
export type Estimate = z.infer<typeof Estimate>;

export const CategoryMetrics = z.object({
  category: z.string(),
  cases: z.int(),
  accuracy: Estimate,
  effectiveness: Estimate,
  avg: Estimate,
});
export type CategoryMetrics = z.infer<typeof CategoryMetrics>;

/** Share of the rubrics of one kind that passed, over those that were decided; names as in the TaoLive report. */
export const RubricMetric = z.object({
  name: z.enum(["TC", "RC", "ADR", "LLM", "TCO"]),
  passed: z.int(),
  failed: z.int(),
  unscored: z.int(),
});
export type RubricMetric = z.infer<typeof RubricMetric>;

/** Scores from 0 to 1; latency in milliseconds over scored and failed cases; tokens summed, null where none was reported. */
export const RunMetrics = z.object({
  cases: z.int(),
  scored: z.int(),
  unscored: z.int(),
  failed: z.int(),
  accuracy: Estimate,
  effectiveness: Estimate,
  avg: Estimate,
  categories: z.array(CategoryMetrics),
  latency: z.object({ p50: z.number().nullable(), p95: z.number().nullable(), n: z.int() }),
  tokens: z.object({ prompt: z.int().nullable(), completion: z.int().nullable(), perCase: z.number().nullable() }),
  calls: z.int(),
  /** US dollars; null where the endpoint has no price or reports no usage. */
  cost: z.number().nullable(),
  incidents: IncidentTotals.default(NO_INCIDENTS),
  /** How many results are unscored for which reason; kinds that did not happen are left out. */
  unscoredBy: z.partialRecord(UnscoredKind, z.int()).default({}),
  /** Results taken from earlier runs. */
  reused: z.int().default(0),
  /** Robustness sets only: the rubrics, and the mean over cases of the share of rubrics passed. */
  rubrics: z
    .object({ each: z.array(RubricMetric), avg: Estimate })
    .nullable()
    .default(null),
});
export type RunMetrics = z.infer<typeof RunMetrics>;

export const RunCounts = z.object({ total: z.int(), done: z.int(), scored: z.int(), unscored: z.int(), failed: z.int() });
export type RunCounts = z.infer<typeof RunCounts>;

export const Run = z.object({
  id: z.string(),
  project: z.string(),
  version: z.string(),
  versionName: z.string(),
  endpoint: z.string(),
  endpointName: z.string(),
  /** True where the endpoint is the embedded stand-in policy. */
  embedded: z.boolean(),
  /** Model and checkpoint as they were when the run started. */
  model: z.string(),
  checkpoint: z.string(),
  dataset: z.string(),
  datasetName: z.string(),
  datasetVersion: z.string(),
  syntheticData: z.boolean(),
  /** Version of the check programs that scored it. */
  checkVersion: z.string(),
  /** The judge that scored it; null where Accuracy and Effectiveness come from the cases' checks alone. */
  judge: JudgeVersion.nullable(),
  /** The run whose stored replies it judged anew; null where it made its own. */
  repliesOf: z.string().nullable(),
  /** The run of which it is a repetition for the A/A noise floor; null otherwise. */
  noiseOf: z.string().nullable(),
  settings: RunSettings,
  outcome: RunOutcome,
  status: RunStatus,
  /** Why it failed or was cancelled. */
  reason: z.string().nullable(),
  counts: RunCounts,
  accuracy: Estimate,
  effectiveness: Estimate,
  avg: Estimate,
  actor: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type Run = z.infer<typeof Run>;

export const RunDetail = z.object({ run: Run, metrics: RunMetrics });
export type RunDetail = z.infer<typeof RunDetail>;

/** Sent over server-sent events while a run is live, and once at its end. */
export const RunProgress = z.object({
  run: z.string(),
  status: RunStatus,
  counts: RunCounts,
  /** Cases a second over the last ten seconds; null before the first case ends. */
  rate: z.number().nullable(),
  /** Seconds to go at that rate; null where unknown. */
  etaSeconds: z.number().nullable(),
  latency: z.object({ p50: z.number().nullable(), p95: z.number().nullable() }),
  accuracy: z.number().nullable(),
  effectiveness: z.number().nullable(),
  reason: z.string().nullable(),
  /** Cases under way and how many there may be now; null where the run is not live in this process. */
  concurrency: z.object({ active: z.int(), limit: z.int(), heldSeconds: z.number() }).nullable(),
  spent: RunOutcome.shape.spent,
  /** Worker machines that take cases now; null where cases run in the studio's own process. */
  workers: z.int().nullable(),
});
export type RunProgress = z.infer<typeof RunProgress>;

/** A paired difference, head minus base, on the score scale (−1 to 1), with a 95 % interval. */
export const PairedDifference = z.object({
  metric: z.enum(["accuracy", "effectiveness", "avg"]),
  base: z.number().nullable(),
  head: z.number().nullable(),
  difference: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Two-sided; exact McNemar for accuracy with one repeat, sign-flip permutation otherwise. */
  p: z.number().nullable(),
  method: z.string(),
  /** Smallest difference this comparison finds with 80 % power at this rate of discordance. */
  minimumDetectable: z.number().nullable(),
  better: z.int(),
  worse: z.int(),
  n: z.int(),
  /** Mid-p McNemar, for binary scores with one repeat. */
  midP: z.number().nullable().default(null),
});
export type PairedDifference = z.infer<typeof PairedDifference>;

/** Whether head is at most `margin` worse than base: its lower bound (one-sided 97.5 %) lies above −margin. */
export const NonInferiority = z.object({
  metric: z.enum(["accuracy", "effectiveness", "avg"]),
  margin: z.number(),
  low: z.number().nullable(),
  verdict: z.enum(["non-inferior", "inferior", "undecided"]),
});
export type NonInferiority = z.infer<typeof NonInferiority>;

/**
 * What two equal runs differ by: for each score half the width of the 95 % interval of the A/A difference, the widest of the
 * pairs measured for one of the two versions. A difference within it is inside the noise.
 */
export const NoiseFloor = z.object({
  accuracy: z.number(),
  effectiveness: z.number(),
  avg: z.number(),
  /** The pairs that it was measured on. */
  pairs: z.array(z.object({ base: z.string(), run: z.string() })),
});
export type NoiseFloor = z.infer<typeof NoiseFloor>;

/** A case whose score changed. `fixed`: AVG rose; `broken`: AVG fell. */
export const Flip = z.object({
  case: z.string(),
  category: z.string(),
  priority: z.string(),
  comment: z.string(),
  direction: z.enum(["fixed", "broken"]),
  baseAccuracy: z.number().nullable(),
  headAccuracy: z.number().nullable(),
  baseEffectiveness: z.number().nullable(),
  headEffectiveness: z.number().nullable(),
});
export type Flip = z.infer<typeof Flip>;

export const CategoryComparison = z.object({
  category: z.string(),
  n: z.int(),
  fixed: z.int(),
  broken: z.int(),
  accuracy: PairedDifference,
  effectiveness: PairedDifference,
  avg: PairedDifference,
  /** Adjusted over categories, on AVG: Holm to block, Benjamini–Hochberg to display. */
  pHolm: z.number().nullable(),
  pBenjaminiHochberg: z.number().nullable(),
  /** Beta-binomial P(worse) from the flips alone; uniform prior. */
  probabilityWorse: z.number().nullable(),
});
export type CategoryComparison = z.infer<typeof CategoryComparison>;

export const Comparison = z.object({
  base: Run,
  head: Run,
  /** Cases scored in both, in one only, and in neither. */
  paired: z.int(),
  unpaired: z.int(),
  metrics: z.array(PairedDifference),
  categories: z.array(CategoryComparison),
  flips: z.array(Flip),
  brokenP0: z.array(z.string()),
  /** Why the two are not strictly comparable: other data set version, endpoint, checkpoint or check version. */
  caveats: z.array(z.string()),
  nonInferiority: z.array(NonInferiority).default([]),
  /** Null until an A/A pair was measured. */
  noise: NoiseFloor.nullable().default(null),
});
export type Comparison = z.infer<typeof Comparison>;

/** Several runs against one. A head's `pHolm` is over the heads, that of a category over all cells of categories and heads. */
export const RunsComparison = z.object({
  base: Run,
  heads: z.array(
    z.object({
      run: Run,
      paired: z.int(),
      unpaired: z.int(),
      metrics: z.array(PairedDifference),
      pHolm: z.object({ accuracy: z.number().nullable(), effectiveness: z.number().nullable(), avg: z.number().nullable() }),
      fixed: z.int(),
      broken: z.int(),
      brokenP0: z.array(z.string()),
      categories: z.array(CategoryComparison),
      caveats: z.array(z.string()),
    }),
  ),
  noise: NoiseFloor.nullable(),
});
export type RunsComparison = z.infer<typeof RunsComparison>;
