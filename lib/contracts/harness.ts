import { z } from "zod";
import { ContentHash, Json, JsonObject, Slug } from "./ids";

/** Path inside a bundle: relative, forward slashes, no `.` or `..` segment, no leading slash, at most 200 characters. */
export const BundlePath = z
  .string()
  .min(1)
  .max(200)
  .refine((path) => !path.includes("\\") && !path.includes("\0"), "use forward slashes")
  .refine(
    (path) => path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== ".."),
    "must be a relative path without empty, . or .. segments",
  )
  // A bundle is an object: what every object has would be found in it without being a file of it.
  .refine((path) => !(path in Object.prototype), "is a name that no file can have");

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

/** The slot runs `modules/<slot>.js` in the sandbox; see lib/contracts/module.ts for what goes in and comes out. */
const customChoice = z.object({ use: z.literal("custom") });

export const MemoryChoice = z.discriminatedUnion("use", [
  customChoice,
  z.object({ use: z.literal("full") }),
  /** Keeps the last `turns` turns of the history (a turn begins at a message of the policy). */
  z.object({ use: z.literal("window"), turns: z.int().min(1).max(50).default(6) }),
]);
export const PlanningChoice = z.discriminatedUnion("use", [
  customChoice,
  z.object({ use: z.literal("none") }),
  /** Offers the policy an `update_todo` tool and shows the open items as the directive. */
  z.object({ use: z.literal("todo") }),
]);
export const OrchestrationChoice = z.discriminatedUnion("use", [
  customChoice,
  /** Every tool is exposed and every Skill can be loaded, in every round. */
  z.object({ use: z.literal("all") }),
  /** Tools named by no Skill are always exposed; others only once a Skill that lists them in `allowed-tools` is loaded. */
  z.object({ use: z.literal("skill-routed") }),
]);
export const ActionChoice = z.discriminatedUnion("use", [customChoice, z.object({ use: z.literal("react") })]);

export const ModuleSlot = z.enum(["memory", "planning", "orchestration", "action"]);
export type ModuleSlot = z.infer<typeof ModuleSlot>;

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
  /** How deep nested agents may go. */
  frames: z.int().min(0).max(8).default(2),
  /** Host calls (model and tool) that one run of a custom module may make. */
  moduleCalls: z.int().min(0).max(64).default(8),
  /** Processor time of one run of a custom module, without its host calls. */
  moduleTimeoutMs: z.int().min(1).max(5_000).default(250),
});
export type Limits = z.infer<typeof Limits>;

/**
 * What follows a model call that failed for good (TaoLive report, section 6.2): one more call by a compact route. `compact`
 * leaves out the prompt blocks marked `compact: false` and all but the last two turns of the dialogue.
 */
export const Fallback = z.object({
  use: z.enum(["none", "compact"]).default("compact"),
  /** Endpoint of the studio's settings to call instead; empty: the same one. */
  endpoint: z.union([z.literal(""), Slug]).default(""),
  prompt: z.enum(["full", "compact"]).default("compact"),
  timeoutMs: z.int().min(1).max(600_000).default(2_000),
});
export type Fallback = z.infer<typeof Fallback>;

export const RecoveryCause = z.enum(["trajectory-timeout", "model-error", "module-error", "round-limit"]);
export type RecoveryCause = z.infer<typeof RecoveryCause>;

/**
 * What follows a trajectory that failed: one last call by the compact route, without tools, that answers from the tool
 * results at hand. It has time of its own, beyond the trajectory's budget. Where it fails too, the conservative reply of the
 * channel stands in, or nothing is said.
 */
export const Recovery = z.object({
  use: z.enum(["none", "compact"]).default("compact"),
  on: z.array(RecoveryCause).default(["trajectory-timeout", "model-error", "module-error"]),
  timeoutMs: z.int().min(1).max(600_000).default(2_000),
});
export type Recovery = z.infer<typeof Recovery>;

export const Channel = z.enum(["public", "private"]);
export type Channel = z.infer<typeof Channel>;

export const HookSettings = z.object({
  /** What happens when a hook throws, loops or runs out of memory: `open` ignores it, `closed` denies. */
  onError: z.enum(["open", "closed"]).default("open"),
  timeoutMs: z.int().min(1).max(5_000).default(250),
});

/**
 * How the policy is asked to write. `maxTokens` is the limit of the first attempt; an answer that it cut off is asked for
 * again with four times as many, up to `stepUpTo` (TaoLive report, appendix F.1).
 */
export const Decoding = z.object({
  temperature: z.number().min(0).max(2).default(1),
  topP: z.number().min(0).max(1).default(0.95),
  maxTokens: z.int().min(1).max(100_000).default(512),
  stepUpTo: z.int().min(1).max(200_000).default(2_048),
});
export type Decoding = z.infer<typeof Decoding>;

/** harness.yaml. Unknown fields are kept in the file and reported as information. */
export const HarnessConfig = z.object({
  name: z.string().min(1).max(100),
  description: z.string().max(1024).default(""),
  kind: z.enum(["agent", "judge"]).default("agent"),
  modules: ModuleChoices.default(() => ModuleChoices.parse({})),
  limits: Limits.default(() => Limits.parse({})),
  fallback: Fallback.default(() => Fallback.parse({})),
  recovery: Recovery.default(() => Recovery.parse({})),
  hooks: HookSettings.default(() => HookSettings.parse({})),
  /**
   * `multi` puts all comments of a request to the policy, related ones as one item, and asks for an answer to each;
   * `single` puts the last one, with those before it as dialogue.
   */
  comments: z.enum(["single", "multi"]).default("multi"),
  /** Refuse a substantive reply before a Reply Skill is loaded (only where the bundle has Reply Skills). */
  requireReplySkill: z.boolean().default(true),
  channels: z.array(Channel).min(1).default(["public", "private"]),
  /** Said when the trajectory cannot be recovered, on every channel or by channel; empty suppresses the reply. */
  conservativeReply: z
    .union([z.string().max(500), z.object({ public: z.string().max(500).default(""), private: z.string().max(500).default("") })])
    .default(""),
  decoding: Decoding.default(() => Decoding.parse({})),
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
  /** Whether the block is part of the compact prompt; a block says `compact: false` to be left out. */
  compact: z.boolean().default(true),
});
export type PromptBlock = z.infer<typeof PromptBlock>;

/**
 * Functions that the kernel carries out itself. `evidence_tool_results` and `evidence_context` are for judges: what the judged
 * trajectory looked up, and the context of its case.
 */
export const BuiltinTool = z.enum([
  "load_skill",
  "update_todo",
  "faq_search",
  "calculate",
  "evidence_tool_results",
  "evidence_context",
]);
export type BuiltinTool = z.infer<typeof BuiltinTool>;

/**
 * An HTTP request made from the arguments of a call. `url`, header values and `body` are Liquid templates over `args`, the
 * call's arguments (`{{ args.link_id | url_encode }}`). The address must begin with the address of a tool service of the
 * studio's settings, which also brings the key; a bundle can allow itself no host and hold no key.
 */
export const HttpBinding = z.object({
  kind: z.literal("http"),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).default("GET"),
  url: z.string().min(1).max(2_000),
  headers: z.record(z.string(), z.string().max(2_000)).default({}),
  /** A template of the whole body, or a JSON value whose texts are templates. */
  body: Json.optional(),
  /** JSON pointer (RFC 6901) of the part of the answer that is the result; empty: all of it. */
  result: z.string().max(200).default(""),
  /** Milliseconds; bounded by the harness's tool timeout. */
  timeoutMs: z.int().min(1).max(600_000).optional(),
  /** Bytes of the answer that are read at most. */
  maxBytes: z.int().min(1).max(5_000_000).default(200_000),
});
export type HttpBinding = z.infer<typeof HttpBinding>;

/**
 * A tool of an MCP server that the studio's settings name. `schemaHash` pins the upstream definition (see
 * `toolSchemaHash`): where it has changed, calls come to a `schema-drift` error until the tool file is brought up to date.
 */
export const McpBinding = z.object({
  kind: z.literal("mcp"),
  server: Slug,
  tool: z.string().min(1).max(128),
  schemaHash: ContentHash,
});
export type McpBinding = z.infer<typeof McpBinding>;

/** How a tool is executed. `fixture` answers from the recorded tool returns of the case. */
export const ToolBinding = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fixture"), table: z.string().min(1) }),
  z.object({ kind: z.literal("builtin"), function: BuiltinTool }),
  HttpBinding,
  McpBinding,
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

/** modules/<slot>.js: an ES module with a default function; see lib/contracts/module.ts. */
export const Module = z.object({ path: z.string(), slot: ModuleSlot, code: z.string() });
export type Module = z.infer<typeof Module>;

/** A bundle parsed into its parts, in a stable order (prompt by order then path, the others by name). */
export const Harness = z.object({
  config: HarnessConfig,
  prompt: z.array(PromptBlock),
  skills: z.array(Skill),
  tools: z.array(Tool),
  hooks: z.array(Hook),
  /** Code of the slots that are custom, and of those alone. */
  modules: z.array(Module).default([]),
});
export type Harness = z.infer<typeof Harness>;
