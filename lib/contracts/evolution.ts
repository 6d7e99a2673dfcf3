import { z } from "zod";
import { BundlePath, Diagnostic, FileKind } from "./harness";
import { Json } from "./ids";
import { RunMetrics } from "./run";

/** Exact place in a file: the text must occur `count` times (1) in the file whose content hash is `baseHash`. */
export const Anchor = z.object({
  path: BundlePath,
  baseHash: z.string(),
  text: z.string().min(1),
  count: z.literal(1).default(1),
});
export type Anchor = z.infer<typeof Anchor>;

/** Edit operations of METHODS.md section 2. */
export const Operation = z.discriminatedUnion("op", [
  z.object({ op: z.literal("replace"), anchor: Anchor, text: z.string() }),
  z.object({ op: z.literal("insert-before"), anchor: Anchor, text: z.string().min(1) }),
  z.object({ op: z.literal("insert-after"), anchor: Anchor, text: z.string().min(1) }),
  z.object({ op: z.literal("delete"), anchor: Anchor }),
  z.object({ op: z.literal("create-file"), path: BundlePath, text: z.string() }),
  z.object({ op: z.literal("delete-file"), path: BundlePath, baseHash: z.string() }),
  /** Sets a value in a .json file by JSON pointer (RFC 6901). */
  z.object({ op: z.literal("set-field"), path: BundlePath, baseHash: z.string(), pointer: z.string(), value: Json }),
]);
export type Operation = z.infer<typeof Operation>;

/** Who should own a repair: the lowest level that can hold it. */
export const Owner = z.enum(["skill", "prompt", "hook", "tool", "config", "model", "data"]);
export type Owner = z.infer<typeof Owner>;

export const Quote = z.object({ case: z.string(), step: z.int().min(0), text: z.string().min(1) });
export type Quote = z.infer<typeof Quote>;

export const Cluster = z.object({
  id: z.string(),
  label: z.string(),
  /** Root cause in at most two sentences. */
  cause: z.string(),
  owner: Owner,
  cases: z.array(z.string()),
  /** Share of all failures, 0 to 1. */
  share: z.number(),
  categories: z.array(z.object({ category: z.string(), cases: z.int() })),
  failedChecks: z.array(z.object({ check: z.string(), cases: z.int() })),
  medoid: z.string(),
  boundary: z.string().nullable(),
  /** Passing cases closest to the failing ones. */
  nearMisses: z.array(z.string()),
  quotes: z.array(Quote),
  /** Mean Jaccard over bootstraps, 0 to 1; null where it was not measured. */
  stability: z.number().nullable(),
  /** What sets the failures apart from the nearest passing cases, with the share of each side that has it. */
  contrast: z.array(z.object({ feature: z.string(), failing: z.number(), passing: z.number() })),
  longTail: z.boolean(),
});
export type Cluster = z.infer<typeof Cluster>;

/** An edit as an analyst proposes it: one commit. */
export const EntryDraft = z.object({
  cluster: z.string(),
  title: z.string().min(1).max(120),
  component: FileKind,
  owner: Owner,
  /** Why the edit belongs at this level. */
  whyLevel: z.string(),
  reason: z.string().min(1),
  evidence: z.array(Quote),
  operations: z.array(Operation).min(1).max(20),
  predictedFixes: z.array(z.string()),
  predictedRisks: z.array(z.string()),
});
export type EntryDraft = z.infer<typeof EntryDraft>;

export const EntryStatus = z.enum(["proposed", "accepted", "edited", "rejected", "invalid"]);
export type EntryStatus = z.infer<typeof EntryStatus>;

/** One file an entry changes: null on a side where the file does not exist. */
export const FileChange = z.object({
  path: z.string(),
  kind: FileKind,
  base: z.string().nullable(),
  head: z.string().nullable(),
});
export type FileChange = z.infer<typeof FileChange>;

export const Entry = EntryDraft.extend({
  id: z.string(),
  stage: z.string(),
  order: z.int(),
  status: EntryStatus,
  /** Each changed file of the base version with this entry alone applied. */
  changes: z.array(FileChange),
  /** Passing cases whose trajectory used the edited unit: at risk whatever the analyst predicts. */
  touched: z.array(z.string()),
  tokensAdded: z.int(),
  diagnostics: z.array(Diagnostic),
  rejectionReason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Grows with each decision; a decision names the revision it saw. */
  revision: z.int(),
});
export type Entry = z.infer<typeof Entry>;

export const Analyst = z.object({
  /** `heuristic` is a program, not a model; `llm` is a model behind an endpoint. */
  kind: z.enum(["heuristic", "llm"]),
  endpoint: z.string().nullable(),
});
export type Analyst = z.infer<typeof Analyst>;

export const Diagnosis = z.object({
  analyst: Analyst,
  run: z.string(),
  status: z.enum(["running", "completed", "failed"]),
  /** Failing cases looked at; infrastructure failures are counted apart and not clustered. */
  failures: z.int(),
  quarantined: z.int(),
  clusters: z.array(Cluster),
  /** Output of the analyst that did not parse or did not verify, in its own words. */
  invalid: z.array(z.object({ what: z.string(), why: z.string(), excerpt: z.string() })),
  error: z.string().nullable(),
  at: z.string(),
});
export type Diagnosis = z.infer<typeof Diagnosis>;

/** The five steps of the loop (TaoLive report, appendix B.1), and the end. */
export const StageStep = z.enum(["diagnose", "confirm", "edit", "evaluate", "regression-check", "decided"]);
export type StageStep = z.infer<typeof StageStep>;

export const DecisionKind = z.enum(["promote", "rollback", "another-stage", "stop"]);
export type DecisionKind = z.infer<typeof DecisionKind>;

export const StageDecision = z.object({ kind: DecisionKind, reason: z.string(), by: z.string(), at: z.string() });
export type StageDecision = z.infer<typeof StageDecision>;

export const StageSummary = z.object({
  id: z.string(),
  campaign: z.string(),
  index: z.int(),
  name: z.string(),
  parent: z.string().nullable(),
  step: StageStep,
  /** Version and run the stage starts from; null for the first stage. */
  baseVersion: z.string().nullable(),
  baseRun: z.string().nullable(),
  /** Version and run the stage came to; null until then. */
  version: z.string().nullable(),
  run: z.string().nullable(),
  /** Run of this stage's version on the held-out set, where there is one. */
  heldOutRun: z.string().nullable(),
  entries: z.object({ proposed: z.int(), accepted: z.int(), edited: z.int(), rejected: z.int(), invalid: z.int() }),
  decision: StageDecision.nullable(),
  createdAt: z.string(),
});
export type StageSummary = z.infer<typeof StageSummary>;

export const Stage = StageSummary.extend({ diagnosis: Diagnosis.nullable(), proposals: z.array(Entry) });
export type Stage = z.infer<typeof Stage>;

export const Campaign = z.object({
  id: z.string(),
  project: z.string(),
  name: z.string(),
  endpoint: z.string(),
  endpointName: z.string(),
  embedded: z.boolean(),
  dataset: z.string(),
  datasetVersion: z.string(),
  heldOutDataset: z.string().nullable(),
  seed: z.int(),
  status: z.enum(["active", "stopped"]),
  stages: z.array(StageSummary),
  /** Stage whose version is the selected checkpoint; null before the first evaluation. */
  selectedStage: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
});
export type Campaign = z.infer<typeof Campaign>;

/** A clause of the stop rule (METHODS.md section 4) with its number. `holds` is null where it cannot be computed yet. */
export const StopClause = z.object({
  clause: z.enum(["sparse", "expected-loss", "two-rejected", "undetectable", "overfitting"]),
  holds: z.boolean().nullable(),
  /** The number and the threshold in words, for example "largest stable cluster 4 of 482, below 5". */
  explanation: z.string(),
});
export type StopClause = z.infer<typeof StopClause>;

export const StopAdvice = z.object({
  recommended: z.boolean(),
  clauses: z.array(StopClause),
  /** Stage recommended as the checkpoint. */
  stage: z.string().nullable(),
  explanation: z.string(),
});
export type StopAdvice = z.infer<typeof StopAdvice>;

export const StagePoint = z.object({
  stage: StageSummary,
  metrics: RunMetrics.nullable(),
  heldOut: RunMetrics.nullable(),
  fixed: z.int().nullable(),
  broken: z.int().nullable(),
  brokenP0: z.array(z.object({ category: z.string(), case: z.string() })),
  /** A stage that a person rolled back, or that was decided against. */
  rejected: z.boolean(),
});
export type StagePoint = z.infer<typeof StagePoint>;

export const CampaignChart = z.object({
  campaign: Campaign,
  points: z.array(StagePoint),
  categories: z.array(z.string()),
  /** Half-width, on the score scale, of the difference two runs of one version show; null before it was measured. */
  noise: z.object({ accuracy: z.number(), effectiveness: z.number(), runs: z.int() }).nullable(),
  advice: StopAdvice,
});
export type CampaignChart = z.infer<typeof CampaignChart>;
