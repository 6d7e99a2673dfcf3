import { z } from "zod";
import { StageCredit } from "./credit";
import { BundlePath, Diagnostic, FileKind } from "./harness";
import { Json } from "./ids";
import { Owner } from "./owner";
import { RunMetrics } from "./run";
import { Trial } from "./trial";

export { Owner } from "./owner";

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
  /**
   * Renames a Skill (its folder), tool, Hook or prompt block; `path` is its file. Names inside the file and references to it
   * in every other file of the bundle follow.
   */
  z.object({ op: z.literal("rename"), path: BundlePath, baseHash: z.string(), to: BundlePath }),
]);
export type Operation = z.infer<typeof Operation>;

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
  /** Who made it: the program, the model, or a person who changed it (then `by`). */
  madeBy: z.enum(["program", "model", "person"]).default("program"),
  by: z.string().nullable().default(null),
  /** Mean Jaccard of its members over the two seeds of the model's diagnosis; null where no model made it. */
  agreement: z.number().nullable().default(null),
  /** n × severity × fixability, by which clusters are ranked; 0 for the long tail. */
  rank: z.number().default(0),
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

/** One attempt at an entry that did not stand: what was wrong with it, or what a person asked to be done otherwise. */
export const EntryAttempt = z.object({
  title: z.string(),
  /** `verification`: sent back with its diagnostics; `person`: another attempt was asked for. */
  because: z.enum(["verification", "person"]),
  comment: z.string(),
  by: z.string().nullable(),
  at: z.string(),
  /** The text that the attempt would have added, in short. */
  added: z.string(),
});
export type EntryAttempt = z.infer<typeof EntryAttempt>;

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
  /** Earlier attempts, oldest first. */
  attempts: z.array(EntryAttempt).default([]),
  /** The one case replayed by verified apply; null where none was. */
  replayed: z
    .object({ case: z.string(), outcome: z.enum(["fixed", "broken", "same", "unscored"]), note: z.string() })
    .nullable()
    .default(null),
  /** The entry of another stage that this one repeats; null where it is new. */
  copyOf: z.string().nullable().default(null),
});
export type Entry = z.infer<typeof Entry>;

export const Analyst = z.object({
  /** `heuristic` is a program, not a model; `llm` is a model behind an endpoint. */
  kind: z.enum(["heuristic", "llm"]),
  endpoint: z.string().nullable(),
});
export type Analyst = z.infer<typeof Analyst>;

/** The first wrong step of a failing case, as a model coded it. */
export const CaseCoding = z.object({
  case: z.string(),
  symptom: z.string(),
  step: z.int().min(0),
  quote: z.string(),
  mechanism: z.string(),
  owner: Owner,
});
export type CaseCoding = z.infer<typeof CaseCoding>;

/** How far a long diagnosis is, in one of its phases. */
export const DiagnosisProgress = z.object({
  phase: z.enum(["clustering", "coding", "induction", "membership", "second-seed", "proposing", "verifying"]),
  done: z.int(),
  total: z.int(),
});
export type DiagnosisProgress = z.infer<typeof DiagnosisProgress>;

/** What models used; `cost` in US dollars, null where no endpoint among them has a price. */
export const Spent = z.object({ calls: z.int(), tokens: z.int(), cost: z.number().nullable() });
export type Spent = z.infer<typeof Spent>;

/** How far the model's clusters and those without a model agree on the cases that both put into a cluster. */
export const ClusterAgreement = z.object({
  /** Adjusted Rand index, −1 to 1; null where fewer than two cases are in both. */
  adjustedRand: z.number().nullable(),
  cases: z.int(),
  /** For each cluster of the model the one of the program that it overlaps most, with their Jaccard. */
  pairs: z.array(z.object({ cluster: z.string(), beside: z.string().nullable(), jaccard: z.number() })),
});
export type ClusterAgreement = z.infer<typeof ClusterAgreement>;

export const Diagnosis = z.object({
  analyst: Analyst,
  run: z.string(),
  status: z.enum(["running", "completed", "failed", "stopped"]),
  /** Failing cases looked at; infrastructure failures are counted apart and not clustered. */
  failures: z.int(),
  quarantined: z.int(),
  clusters: z.array(Cluster),
  /** Output of the analyst that did not parse or did not verify, in its own words. */
  invalid: z.array(z.object({ what: z.string(), why: z.string(), excerpt: z.string() })),
  error: z.string().nullable(),
  at: z.string(),
  /** While it runs, and where it stopped. */
  progress: DiagnosisProgress.nullable().default(null),
  /** The analyst and the replays of its edits together. */
  spent: Spent.default({ calls: 0, tokens: 0, cost: null }),
  /** The clusters without a model, where a model made `clusters`. */
  beside: z.array(Cluster).default([]),
  agreement: ClusterAgreement.nullable().default(null),
  codings: z.array(CaseCoding).default([]),
  /** Codes of one seed that the other seed did not find again, with their best Jaccard. */
  unstable: z.array(z.object({ label: z.string(), cases: z.int(), jaccard: z.number() })).default([]),
  /** Grows with each change of the clusters; a change names the revision it saw. */
  revision: z.int().default(1),
  /** Who changed the clusters last; absent where nobody did. */
  changed: z.object({ by: z.string(), at: z.string() }).optional(),
  /**
   * A newer diagnosis that is under way, or that stopped or failed: status, error, progress and spent are its own. All else is
   * of the earlier one, which stays with its entries until a newer one is completed.
   */
  newer: z.object({ analyst: Analyst, at: z.string() }).optional(),
});
export type Diagnosis = z.infer<typeof Diagnosis>;

/** The five steps of the loop (TaoLive report, appendix B.1), and the end. */
export const StageStep = z.enum(["diagnose", "confirm", "edit", "evaluate", "regression-check", "decided"]);
export type StageStep = z.infer<typeof StageStep>;

export const DecisionKind = z.enum(["promote", "rollback", "another-stage", "stop"]);
export type DecisionKind = z.infer<typeof DecisionKind>;

export const StageDecision = z.object({
  kind: DecisionKind,
  reason: z.string(),
  by: z.string(),
  at: z.string(),
  /** P0 cases that were broken and that the person named to promote all the same. */
  acceptedP0: z.array(z.string()).default([]),
});
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
  /** The night that made it; null where a person did. */
  autopilot: z.string().nullable(),
});
export type StageSummary = z.infer<typeof StageSummary>;

export const Stage = StageSummary.extend({
  diagnosis: Diagnosis.nullable(),
  proposals: z.array(Entry),
  /** The newest trial of each entry that was tried. */
  trials: z.array(Trial),
  credit: StageCredit.nullable(),
  /** Entries that were turned down in this campaign, newest first, which the analyst is told of. */
  rejectedBefore: z.array(z.object({ title: z.string(), reason: z.string(), stage: z.string(), by: z.string().nullable() })),
});
export type Stage = z.infer<typeof Stage>;

export const Campaign = z.object({
  id: z.string(),
  project: z.string(),
  name: z.string(),
  /** `judge`: the harness is a judge, and a failure is a disagreement with the human label. */
  kind: z.enum(["agent", "judge"]),
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

/** The letters of the clauses in METHODS.md section 4. */
export const CLAUSE_LETTERS: Record<StopClause["clause"], "a" | "b" | "c" | "d" | "e"> = {
  sparse: "a",
  "expected-loss": "b",
  "two-rejected": "c",
  undetectable: "d",
  overfitting: "e",
};

export const StopAdvice = z.object({
  recommended: z.boolean(),
  clauses: z.array(StopClause),
  /** Stage recommended as the checkpoint. */
  stage: z.string().nullable(),
  explanation: z.string(),
});
export type StopAdvice = z.infer<typeof StopAdvice>;

/** How a stage's entries fared against what was said of them; shares 0 to 1, null where there is nothing to divide by. */
export const ForesightScore = z.object({
  /** Of the cases said to be fixed, those that were; of the fixed ones, those that had been said. */
  fixPrecision: z.number().nullable(),
  fixRecall: z.number().nullable(),
  /** The same for the cases that the analyst itself said might break. */
  riskPrecision: z.number().nullable(),
  riskRecall: z.number().nullable(),
  /** Of the broken cases, those in the touch-set; and the touch-set's share of the passing cases. */
  touchSetRecall: z.number().nullable(),
  touchSetShare: z.number().nullable(),
});
export type ForesightScore = z.infer<typeof ForesightScore>;

/**
 * A run that an early decision ended before all its cases: those that ran were no sample of the whole, so it has no scores.
 * `wins` and `losses` are among the cases that ran.
 */
export const EndedEarly = z.object({
  decision: z.enum(["worse", "not-enough", "reached", "undecided"]),
  cases: z.int(),
  total: z.int(),
  wins: z.int(),
  losses: z.int(),
});
export type EndedEarly = z.infer<typeof EndedEarly>;

export const StagePoint = z.object({
  stage: StageSummary,
  metrics: RunMetrics.nullable(),
  heldOut: RunMetrics.nullable(),
  fixed: z.int().nullable(),
  broken: z.int().nullable(),
  brokenP0: z.array(z.object({ category: z.string(), case: z.string() })),
  /** A stage that a person rolled back, that was decided against, or whose run was ended early as not good enough. */
  rejected: z.boolean(),
  /** Set where its run was ended early; its metrics are then null. */
  early: EndedEarly.optional(),
  /** Null where the stage has no entries or is not evaluated. */
  foresight: ForesightScore.nullable(),
  /** Model calls of its run, and as a share of those of the whole data set; null before it ran. */
  calls: z.int().nullable(),
  callShare: z.number().nullable(),
});
export type StagePoint = z.infer<typeof StagePoint>;

/** The stop rule as it would have spoken after each stage, and what following it would have meant. */
export const StopReplay = z.object({
  /** In order: what the rule said once the stage was evaluated, knowing nothing of later ones. */
  steps: z.array(
    z.object({
      stage: z.string(),
      recommended: z.boolean(),
      /** The clauses that held. */
      clauses: z.array(StopClause.shape.clause),
      explanation: z.string(),
      /** The checkpoint it named then. */
      choice: z.string().nullable(),
    }),
  ),
  /** The stage after which the rule first said stop; null where it never did. */
  stoppedAfter: z.string().nullable(),
  /** The checkpoint it named there, or at the end. */
  choice: z.string().nullable(),
  /** What the stages after it took, which would have been saved; null where the rule never said stop. */
  saved: z.object({ stages: z.int(), cases: z.int(), calls: z.int(), tokens: z.int(), cost: z.number().nullable() }).nullable(),
  /** What going on came to: the newest stage against the choice, AVG −1 to 1 on each set. */
  without: z
    .object({
      stage: z.string(),
      dev: z.number().nullable(),
      heldOut: z.number().nullable(),
      brokenP0: z.int(),
    })
    .nullable(),
  /** The stage with the best held-out AVG, and how far the choice is behind it there; null without held-out runs. */
  bestHeldOut: z.object({ stage: z.string(), avg: z.number(), behind: z.number().nullable() }).nullable(),
  explanation: z.string(),
});
export type StopReplay = z.infer<typeof StopReplay>;

export const CampaignChart = z.object({
  campaign: Campaign,
  points: z.array(StagePoint),
  categories: z.array(z.string()),
  /** Half-width, on the score scale, of the difference two runs of one version show; null before it was measured. */
  noise: z.object({ accuracy: z.number(), effectiveness: z.number(), runs: z.int() }).nullable(),
  advice: StopAdvice,
  replay: StopReplay.nullable(),
});
export type CampaignChart = z.infer<typeof CampaignChart>;
