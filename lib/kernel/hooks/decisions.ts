import { z } from "zod";
import { Comment } from "@/lib/contracts/case";
import { Channel, type HookEvent } from "@/lib/contracts/harness";
import { JsonObject } from "@/lib/contracts/ids";
import { Message } from "@/lib/contracts/model";
import { ToolOutcome } from "@/lib/contracts/trajectory";

const reason = z.string().min(1).max(2_000);
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
