import { z } from "zod";
import { Json, JsonObject } from "./ids";
import { ChatOutcome, Message } from "./model";
import { ToolOutcome } from "./trajectory";

/**
 * What a custom module returns, by slot (JIT-Agent seed, section 3.1). `state` is kept for the slot's next run.
 * Memory: the messages that the policy gets to see. Planning: a directive, empty for none. Orchestration: names of the tools
 * and Skills that are exposed; names that the harness does not have are ignored. Action: one step.
 */
const kept = { state: Json.optional() };
export const ModuleResult = {
  memory: z.object({ ...kept, messages: z.array(Message).max(500) }),
  planning: z.object({ ...kept, directive: z.string().max(8_000) }),
  orchestration: z.object({ ...kept, tools: z.array(z.string()).max(500), skills: z.array(z.string()).max(500) }),
  action: z.union([
    z.object({ ...kept, reply: z.string().max(20_000) }),
    z.object({
      ...kept,
      content: z.string().max(20_000).default(""),
      toolCalls: z
        .array(z.object({ name: z.string(), arguments: JsonObject }))
        .min(1)
        .max(32),
    }),
    /** Hands a task to a nested agent, whose reply comes back as a tool result. `tools` bounds what it may use. */
    z.object({ ...kept, delegate: z.object({ task: z.string().min(1).max(8_000), tools: z.array(z.string()).optional() }) }),
  ]),
};

/** A call that a module makes to the kernel. */
export const HostCall = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("model"),
    /** The messages to send; absent: those that the kernel assembled. */
    messages: z.array(Message).min(1).max(500).optional(),
    /** Names of the tools to offer; absent: those that are exposed. */
    tools: z.array(z.string()).optional(),
  }),
  z.object({ kind: z.literal("tool"), name: z.string(), arguments: JsonObject }),
]);
export type HostCall = z.infer<typeof HostCall>;

export const HostAnswer = z.union([ChatOutcome, ToolOutcome]);
export type HostAnswer = z.infer<typeof HostAnswer>;
