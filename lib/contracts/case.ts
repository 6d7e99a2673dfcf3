import { z } from "zod";
import { Channel } from "./harness";
import { Json, JsonObject } from "./ids";
import { LookSummary } from "./look";

/** One viewer comment. */
export const Comment = z.object({ viewer: z.string().max(100).optional(), text: z.string().min(1).max(4_000) });
export type Comment = z.infer<typeof Comment>;

export const DialogueTurn = z.object({ role: z.enum(["viewer", "host"]), content: z.string().min(1) });
export type DialogueTurn = z.infer<typeof DialogueTurn>;

/**
 * What a recorded tool return answers to. `match` compares argument by argument: a string, number or boolean must be
 * equal (strings without case and surrounding space, a number equal to its decimal string); `{"contains": [...]}` holds
 * where the argument contains one of the strings. An empty match answers every call. The first entry that fits wins.
 */
export const FixtureEntry = z.object({
  match: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.object({ contains: z.array(z.string().min(1)).min(1) })]))
    .default({}),
  result: Json.optional(),
  /** A recorded failure instead of a result. */
  error: z
    .object({ type: z.enum(["timeout", "permission-denied", "not-found", "malformed", "unavailable"]), message: z.string() })
    .optional(),
});
export type FixtureEntry = z.infer<typeof FixtureEntry>;

/** Table name → recorded returns. */
export const FixtureTables = z.record(z.string(), z.array(FixtureEntry));
export type FixtureTables = z.infer<typeof FixtureTables>;

export const Metric = z.enum(["accuracy", "effectiveness"]);
export type Metric = z.infer<typeof Metric>;

const checkBase = {
  id: z.string().min(1),
  metric: Metric,
  /** Effectiveness: a failed core check gives 0, a failed other check 0.5. Accuracy: every failed check gives 0. */
  core: z.boolean().default(true),
  description: z.string().optional(),
};

/** A claim that must be supported by a tool result or the context before it may be spoken. */
export const ClaimKind = z.enum(["price", "stock", "promotion"]);
export type ClaimKind = z.infer<typeof ClaimKind>;

export const Check = z.discriminatedUnion("kind", [
  /** The tool was called (and answered without error), with at least these arguments. */
  z.object({ ...checkBase, kind: z.literal("tool-called"), tool: z.string().min(1), arguments: JsonObject.optional() }),
  z.object({ ...checkBase, kind: z.literal("tool-not-called"), tool: z.string().min(1) }),
  /** These tools were called in this relative order. */
  z.object({ ...checkBase, kind: z.literal("tool-order"), tools: z.array(z.string().min(1)).min(2) }),
  /** The reply contains at least one of the phrases (Unicode NFKC, case and white space folded; digits match whole numbers). */
  z.object({ ...checkBase, kind: z.literal("reply-contains"), any: z.array(z.string().min(1)).min(1) }),
  z.object({ ...checkBase, kind: z.literal("reply-excludes"), any: z.array(z.string().min(1)).min(1) }),
  /** Every claim of these kinds in the reply is supported by a tool result, the context or the viewer's own words. */
  z.object({
    ...checkBase,
    kind: z.literal("grounded"),
    claims: z.array(ClaimKind).min(1).default(["price", "stock", "promotion"]),
  }),
  z.object({
    ...checkBase,
    kind: z.literal("reply-length"),
    min: z.int().min(0).default(1),
    max: z.int().min(1),
    unit: z.enum(["characters", "words"]).default("characters"),
  }),
  z.object({ ...checkBase, kind: z.literal("reply-language"), language: z.enum(["en", "zh"]) }),
  z.object({ ...checkBase, kind: z.literal("skill-loaded"), skillKind: z.enum(["reply", "strategy"]).default("reply") }),
  /** One of the 25 verifiable instructions of IFEval, with its own arguments (`num_words`, `relation`, …). */
  z.object({
    ...checkBase,
    kind: z.literal("ifeval"),
    instruction: z.string().min(1),
    arguments: JsonObject.default({}),
    strict: z.boolean().default(true),
  }),
  /** A question for a judge. Without a judge endpoint it stays unscored; a case whose other checks decide is scored by those. */
  z.object({
    ...checkBase,
    kind: z.literal("judge"),
    question: z.enum(["addresses-query", "follows-instruction"]),
    instruction: z.string().optional(),
  }),
  /**
   * For judges: the verdict at the end of the judge's reply gives this score as people did. An abstention cannot be scored.
   * `accuracy`: 0 or 1; `effectiveness`: 0, 0.5 or 1.
   */
  z.object({
    ...checkBase,
    kind: z.literal("human-label"),
    label: Metric,
    value: z.union([z.literal(0), z.literal(0.5), z.literal(1)]),
  }),
]);
export type Check = z.infer<typeof Check>;

/** A tool that a robustness case adds beside the harness's own, with what it returns. */
export const DistractorTool = z.object({
  name: z.string().min(1).max(128),
  description: z.string().max(2_000),
  inputSchema: JsonObject,
  /** Recorded returns; a call that none fits is `not-found`. */
  returns: z.array(FixtureEntry).default([]),
});
export type DistractorTool = z.infer<typeof DistractorTool>;

/** What a labelled case gives a judge to grade: a reply and what was looked up for it. */
export const Judged = z.object({
  reply: z.string(),
  toolCalls: z
    .array(
      z.object({
        tool: z.string().min(1).max(128),
        arguments: JsonObject.default({}),
        result: Json.optional(),
        error: z.string().optional(),
      }),
    )
    .max(64)
    .default([]),
});
export type Judged = z.infer<typeof Judged>;

export const Case = z.object({
  id: z.string().min(1).max(120),
  category: z.string().min(1).max(80),
  /** P0 marks a case whose flip from right to wrong blocks a promotion by itself. */
  priority: z.enum(["P0", "P1", "P2"]).default("P1"),
  input: z.object({ comments: z.array(Comment).min(1).max(50) }),
  /** Free context: for the live room `room`, `product`, `links`, `anchorSpeech`, `faq`, `viewer`. */
  context: JsonObject.default({}),
  dialogue: z.array(DialogueTurn).default([]),
  channel: Channel.default("public"),
  /** Recorded tool returns of this case; a table here goes before the shared table of the same name. */
  fixtures: FixtureTables.default({}),
  checks: z.array(Check).min(1),
  /** Tools put beside the harness's own in this case alone (TaoLive report, appendix E.3). */
  distractorTools: z.array(DistractorTool).max(64).default([]),
  /** Instructions in force in this case alone; shown to the policy after the system prompt. */
  instructions: z.array(z.string().min(1).max(2_000)).max(16).default([]),
  reference: z.string().optional(),
  /** Only in sets of kind `judge-labels`: the task is to grade this reply, and the checks are the human labels. */
  judged: Judged.optional(),
  /** Cases of one room or session share a group; intervals are clustered by it. */
  group: z.string().optional(),
  language: z.string().default("en"),
  tags: z.array(z.string()).default([]),
});
export type Case = z.infer<typeof Case>;

/**
 * `dev`: trajectories are open to the analyst. `gate`: scores only, each look is counted. `vault`: one look for each
 * promotion to production.
 */
export const DatasetRole = z.enum(["dev", "gate", "vault"]);
export type DatasetRole = z.infer<typeof DatasetRole>;

/**
 * Robustness sets are the T3 subsets of the TaoLive report (appendix E.3): scored by rubrics, each check being one. Sets of
 * kind `judge-labels` hold replies with human labels, on which judges are run (appendix D). `instruction-following` holds prompts
 * in the format of IFEval, which the bare policy answers.
 */
export const DatasetKind = z.enum(["general", "tool-robustness", "prompt-robustness", "judge-labels", "instruction-following"]);
export type DatasetKind = z.infer<typeof DatasetKind>;

/** Another set of another role that has some of the same inputs, and how many cases of this set they are. */
export const SplitOverlap = z.object({ dataset: z.string(), name: z.string(), role: DatasetRole, cases: z.int().min(1) });
export type SplitOverlap = z.infer<typeof SplitOverlap>;

/** A problem on a line of an imported case file. `line` counts from 1. */
export const LineProblem = z.object({ line: z.int().min(1), message: z.string() });
export type LineProblem = z.infer<typeof LineProblem>;

export const Dataset = z.object({
  id: z.string(),
  project: z.string(),
  name: z.string(),
  role: DatasetRole,
  kind: DatasetKind,
  description: z.string(),
  synthetic: z.boolean(),
  /** Hash of the newest dataset version. */
  version: z.string(),
  cases: z.int(),
  categories: z.array(z.object({ name: z.string(), cases: z.int() })),
  looks: LookSummary,
  createdAt: z.string(),
});
export type Dataset = z.infer<typeof Dataset>;
