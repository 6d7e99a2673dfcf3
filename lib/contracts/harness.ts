import { z } from "zod";
import { JsonObject } from "./ids";

/** Path inside a bundle: relative, forward slashes, no `.` or `..` segment, no leading slash, at most 200 characters. */
export const BundlePath = z
  .string()
  .min(1)
  .max(200)
  .refine((path) => !path.includes("\\") && !path.includes("\0"), "use forward slashes")
  .refine(
    (path) => path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== ".."),
    "must be a relative path without empty, . or .. segments",
  );

/** A harness bundle: path → text. The only representation of a harness anywhere in the system. */
export const Bundle = z.record(BundlePath, z.string());
export type Bundle = z.infer<typeof Bundle>;

export const FileKind = z.enum(["config", "prompt", "skill", "tool", "hook", "module", "other"]);
export type FileKind = z.infer<typeof FileKind>;

export const Severity = z.enum(["error", "warning", "info"]);
export type Severity = z.infer<typeof Severity>;

/** A problem found in a bundle. `line` and `column` count from 1. */
export const Diagnostic = z.object({
  path: z.string(),
  line: z.int().min(1),
  column: z.int().min(1).default(1),
  severity: Severity,
  /** Stable code in kebab-case, for example `skill-name-duplicate`. */
  code: z.string(),
  message: z.string(),
});
export type Diagnostic = z.infer<typeof Diagnostic>;

export const MemoryChoice = z.discriminatedUnion("use", [
  z.object({ use: z.literal("full") }),
  /** Keeps the last `turns` turns of the history (a turn begins at a message of the policy). */
  z.object({ use: z.literal("window"), turns: z.int().min(1).max(50).default(6) }),
]);
export const PlanningChoice = z.discriminatedUnion("use", [
  z.object({ use: z.literal("none") }),
  /** Offers the policy an `update_todo` tool and shows the open items as the directive. */
  z.object({ use: z.literal("todo") }),
]);
export const OrchestrationChoice = z.discriminatedUnion("use", [
  /** Every tool is exposed and every Skill can be loaded, in every round. */
  z.object({ use: z.literal("all") }),
  /** Tools named by no Skill are always exposed; others only once a Skill that lists them in `allowed-tools` is loaded. */
  z.object({ use: z.literal("skill-routed") }),
]);
export const ActionChoice = z.discriminatedUnion("use", [z.object({ use: z.literal("react") })]);

const shorthand = (value: unknown) => (typeof value === "string" ? { use: value } : value);

/** The four slots of the harness protocol (JIT-Agent seed, section 3.1). */
export const ModuleChoices = z.object({
  memory: z.preprocess(shorthand, MemoryChoice).default({ use: "full" }),
  planning: z.preprocess(shorthand, PlanningChoice).default({ use: "none" }),
  orchestration: z.preprocess(shorthand, OrchestrationChoice).default({ use: "all" }),
  action: z.preprocess(shorthand, ActionChoice).default({ use: "react" }),
});
export type ModuleChoices = z.infer<typeof ModuleChoices>;

/** Limits of one task; defaults from the TaoLive report, section 6.2. Times in milliseconds. */
export const Limits = z.object({
  rounds: z.int().min(1).max(64).default(4),
  firstCallTimeoutMs: z.int().min(1).max(600_000).default(3_000),
  laterCallTimeoutMs: z.int().min(1).max(600_000).default(2_000),
  toolTimeoutMs: z.int().min(1).max(600_000).default(5_000),
  trajectoryTimeoutMs: z.int().min(1).max(3_600_000).default(10_000),
  /** How many attempts one model call may make in all. */
  callAttempts: z.int().min(1).max(5).default(2),
  /** How often a Stop hook may send a reply back. */
  stopBlocks: z.int().min(0).max(16).default(2),
});
export type Limits = z.infer<typeof Limits>;

export const Channel = z.enum(["public", "private"]);
export type Channel = z.infer<typeof Channel>;

export const HookSettings = z.object({
  /** What happens when a hook throws, loops or runs out of memory: `open` ignores it, `closed` denies. */
  onError: z.enum(["open", "closed"]).default("open"),
  timeoutMs: z.int().min(1).max(5_000).default(250),
});

/** harness.yaml. Unknown fields are kept in the file and reported as information. */
export const HarnessConfig = z.object({
  name: z.string().min(1).max(100),
  description: z.string().max(1024).default(""),
  kind: z.enum(["agent", "judge"]).default("agent"),
  modules: ModuleChoices.default(() => ModuleChoices.parse({})),
  limits: Limits.default(() => Limits.parse({})),
  hooks: HookSettings.default(() => HookSettings.parse({})),
  /** Refuse a substantive reply before a Reply Skill is loaded (only where the bundle has Reply Skills). */
  requireReplySkill: z.boolean().default(true),
  channels: z.array(Channel).min(1).default(["public", "private"]),
  /** Said when the trajectory cannot be recovered; empty suppresses the reply. */
  conservativeReply: z.string().max(500).default(""),
  decoding: z
    .object({
      temperature: z.number().min(0).max(2).default(1),
      topP: z.number().min(0).max(1).default(0.95),
      maxTokens: z.int().min(1).max(100_000).default(512),
    })
    .default({ temperature: 1, topP: 0.95, maxTokens: 512 }),
});
export type HarnessConfig = z.infer<typeof HarnessConfig>;

export const SkillKind = z.enum(["reply", "strategy"]);
export type SkillKind = z.infer<typeof SkillKind>;

/** A parsed SKILL.md. `bodyLine` is the line, from 1, on which the body begins. */
export const Skill = z.object({
  path: z.string(),
  name: z.string(),
  description: z.string(),
  kind: SkillKind,
  allowedTools: z.array(z.string()),
  body: z.string(),
  bodyLine: z.int(),
});
export type Skill = z.infer<typeof Skill>;

export const PromptBlock = z.object({
  path: z.string(),
  name: z.string(),
  order: z.number(),
  /** Liquid expression; the block is left out where it is falsy. */
  when: z.string().optional(),
  template: z.string(),
  bodyLine: z.int(),
});
export type PromptBlock = z.infer<typeof PromptBlock>;

export const BuiltinTool = z.enum(["load_skill", "update_todo", "faq_search", "calculate"]);
export type BuiltinTool = z.infer<typeof BuiltinTool>;

/** How a tool is executed. `fixture` answers from the recorded tool returns of the case. */
export const ToolBinding = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fixture"), table: z.string().min(1) }),
  z.object({ kind: z.literal("builtin"), function: BuiltinTool }),
]);
export type ToolBinding = z.infer<typeof ToolBinding>;

/** tools/<name>.json: MCP Tool shape and a binding. `inputSchema` is a JSON Schema of type object. */
export const Tool = z.object({
  path: z.string(),
  name: z.string(),
  description: z.string(),
  inputSchema: JsonObject,
  annotations: JsonObject.optional(),
  binding: ToolBinding,
});
export type Tool = z.infer<typeof Tool>;

export const HookEvent = z.enum(["UserPromptSubmit", "PreModelCall", "PreToolUse", "PostToolUse", "Stop"]);
export type HookEvent = z.infer<typeof HookEvent>;

/** hooks/<name>.js: an ES module that exports `events` (array of event names) and a default handler function. */
export const Hook = z.object({
  path: z.string(),
  name: z.string(),
  events: z.array(HookEvent),
  code: z.string(),
});
export type Hook = z.infer<typeof Hook>;

/** A bundle parsed into its parts, in a stable order (prompt by order then path, the others by name). */
export const Harness = z.object({
  config: HarnessConfig,
  prompt: z.array(PromptBlock),
  skills: z.array(Skill),
  tools: z.array(Tool),
  hooks: z.array(Hook),
});
export type Harness = z.infer<typeof Harness>;
