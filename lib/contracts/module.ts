import { z } from "zod";
import { Comment, DialogueTurn } from "./case";
import { Channel } from "./harness";
import { Json, JsonObject } from "./ids";
import { ChatOutcome, Message } from "./model";
import { ToolOutcome } from "./trajectory";

/**
 * What a custom module returns, by slot (JIT-Agent seed, section 3.1). `state` is kept for the slot's next run.
 * Memory: the messages that the policy gets to see. Planning: a directive, empty for none. Orchestration: names of the tools
 * and Skills that are exposed; names that the harness does not have are ignored. Action: one step.
 */
const kept = { state: Json.optional().describe("Kept for this slot's next run, which gets it as input.state") };
const exposed = (what: string) => z.array(z.string()).max(500).describe(`Names of the ${what} that are exposed in this round`);
export const ModuleResult = {
  memory: z.object({ ...kept, messages: z.array(Message).max(500).describe("The history that the policy gets to see") }),
  planning: z.object({ ...kept, directive: z.string().max(8_000).describe("What the policy is asked to do; empty for nothing") }),
  orchestration: z.object({ ...kept, tools: exposed("tools"), skills: exposed("Skills") }),
  action: z.union([
    z.object({ ...kept, reply: z.string().max(20_000).describe("The reply; ends the task unless a Stop hook sends it back") }),
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

const given = {
  task: z
    .object({ comments: z.array(Comment), context: JsonObject, dialogue: z.array(DialogueTurn), channel: Channel })
    .describe("The request; in a nested agent its task as the only comment"),
  round: z.int().describe("Model rounds begun so far"),
  depth: z.int().describe("How many agents wait for this one; 0 in the outermost"),
  loadedSkills: z.array(z.string()).describe("Names of the Skills that the policy has loaded"),
  state: Json.describe("What this slot returned as state the last time; null at first"),
};
const view = z.array(Message).describe("What memory lets the policy see of the history");
const directive = z.string().describe("What planning asks for; empty for nothing");

/** What a custom module is given as `input`, by slot. */
export const ModuleInput = {
  memory: z.object({ ...given, history: z.array(Message).describe("The conversation after the dialogue, in full") }),
  planning: z.object({ ...given, view }),
  orchestration: z.object({
    ...given,
    view,
    directive,
    registry: z
      .object({ tools: z.array(z.object({ name: z.string(), description: z.string() })), skills: z.array(z.string()) })
      .describe("Everything that could be exposed"),
  }),
  action: z.object({
    ...given,
    view,
    directive,
    capabilities: z
      .object({
        tools: z.array(z.object({ name: z.string(), description: z.string(), inputSchema: JsonObject })),
        skills: z.array(z.string()),
      })
      .describe("The tools and Skills that are exposed in this round"),
    messages: z.array(Message).describe("The request as the kernel assembled it; callModel sends it by default"),
  }),
};
export type ModuleInputs = { [S in keyof typeof ModuleInput]: z.infer<(typeof ModuleInput)[S]> };

/** A call that a module makes to the kernel. */
export const HostCall = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("model"),
    messages: z
      .array(Message)
      .min(1)
      .max(500)
      .optional()
      .describe(
        "The messages to send; absent: in the action slot those that the kernel assembled, elsewhere the task and the history",
      ),
    tools: z.array(z.string()).optional().describe("Names of the tools to offer; absent: those that are exposed"),
  }),
  z.object({ kind: z.literal("tool"), name: z.string(), arguments: JsonObject }),
]);
export type HostCall = z.infer<typeof HostCall>;

export const HostAnswer = z.union([ChatOutcome, ToolOutcome]);
export type HostAnswer = z.infer<typeof HostAnswer>;
