import { z } from "zod";
import { Comment, DialogueTurn } from "./case";
import { Channel, type HookEvent } from "./harness";
import { Json, JsonObject } from "./ids";
import { Message } from "./model";
import { ToolErrorType, ToolOutcome } from "./trajectory";

const round = z.int().describe("Model rounds begun so far, the one at work among them");
const loadedSkills = z.array(z.string()).describe("Names of the Skills that the policy has loaded");
const comments = z.array(Comment).describe("The viewers' comments, as the Hooks before this one left them");
const context = JsonObject.describe("What the request brought: room, product, links, anchorSpeech, faq, viewer");
const channel = Channel.describe("public is read aloud to the room, private goes to one viewer");

/** What the handler of a hook is given, by event; `event` itself is the event's name. */
export const HookPayload = {
  UserPromptSubmit: z.object({
    event: z.literal("UserPromptSubmit"),
    comments,
    context,
    dialogue: z.array(DialogueTurn).describe("The conversation so far"),
    channel,
  }),
  PreModelCall: z.object({
    event: z.literal("PreModelCall"),
    messages: z.array(Message).describe("The messages that will be sent"),
    round,
    loadedSkills,
  }),
  PreToolUse: z.object({
    event: z.literal("PreToolUse"),
    tool: z.string().describe("Name of the tool that the policy asked for"),
    arguments: JsonObject.describe("Arguments of the call, parsed"),
    round,
    loadedSkills,
    earlier: z
      .array(
        z.object({
          tool: z.string(),
          arguments: Json,
          error: ToolErrorType.nullable().describe("Type of the error it came to; null where it brought a result"),
        }),
      )
      .describe("The calls of this task that are over, in order"),
  }),
  PostToolUse: z.object({
    event: z.literal("PostToolUse"),
    tool: z.string().describe("Name of the tool that was called"),
    arguments: Json.describe("Arguments as they were sent"),
    outcome: ToolOutcome.describe("What the tool came to: a result, or a typed error"),
  }),
  Stop: z.object({
    event: z.literal("Stop"),
    reply: z.string().describe("The reply that the policy proposes"),
    channel,
    comments,
    context,
    toolResults: z
      .array(z.object({ tool: z.string(), arguments: Json, result: Json }))
      .describe("The results of this task's tool calls, in order; errors are left out"),
    loadedSkills,
    round,
    stopBlocks: z.int().describe("How often a Stop hook has sent a reply of this task back"),
  }),
} satisfies Record<HookEvent, z.ZodType<{ event: string }>>;

const reason = z.string().min(1).max(2_000).describe("Why, in words that the policy reads");
const allow = z.object({ decision: z.literal("allow") });

/** What a hook may return, by event. Returning nothing allows. */
export const HookDecision = {
  UserPromptSubmit: z.discriminatedUnion("decision", [
    allow,
    z.object({ decision: z.literal("deny"), reason }),
    z.object({ decision: z.literal("change"), comments: z.array(Comment).min(1) }),
  ]),
  PreModelCall: z.discriminatedUnion("decision", [
    allow,
    z.object({ decision: z.literal("change"), messages: z.array(Message).min(1) }),
  ]),
  PreToolUse: z.discriminatedUnion("decision", [
    allow,
    z.object({ decision: z.literal("deny"), reason }),
    z.object({ decision: z.literal("change"), arguments: JsonObject }),
  ]),
  PostToolUse: z.discriminatedUnion("decision", [allow, z.object({ decision: z.literal("change"), outcome: ToolOutcome })]),
  Stop: z.discriminatedUnion("decision", [
    allow,
    z.object({ decision: z.literal("block"), reason }),
    /** `channel` sends the reply there, where the harness serves it: what names an order goes to the viewer alone. */
    z.object({ decision: z.literal("replace"), reply: z.string().min(1), channel: Channel.optional() }),
    z.object({ decision: z.literal("suppress"), reason: reason.default("suppressed by a hook") }),
  ]),
} satisfies Record<HookEvent, z.ZodType<{ decision: string }>>;

export type HookDecisions = { [E in keyof typeof HookDecision]: z.infer<(typeof HookDecision)[E]> };
export type HookPayloads = { [E in keyof typeof HookPayload]: Omit<z.infer<(typeof HookPayload)[E]>, "event"> };
