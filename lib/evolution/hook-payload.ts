import type { Case } from "@/lib/contracts/case";
import type { HookEvent } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";

type ToolStep = Extract<Step, { type: "tool-call" }>;

const isObject = (value: JsonValue): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

/** Steps of the outermost agent. */
const outer = (trajectory: Trajectory) => trajectory.steps.filter((step) => step.depth === undefined);

const toolSteps = (steps: readonly Step[]) => steps.filter((step): step is ToolStep => step.type === "tool-call");

const loadedBy = (steps: readonly Step[]) => [
  ...new Set(steps.flatMap((step) => (step.type === "skill-load" && step.found ? [step.skill] : []))),
];

const askedIn = ({ input, context, channel }: Case) => ({ comments: input.comments, context, channel });

/** The payload of an event as the kernel would send it in the middle of a task of this case; its tool and its reply are made up. */
function samplePayload(event: HookEvent, item: Case): JsonObject {
  switch (event) {
    case "UserPromptSubmit":
      return { event, ...askedIn(item), dialogue: item.dialogue };
    case "PreModelCall":
      return {
        event,
        messages: [
          { role: "system", content: "You answer." },
          { role: "user", content: item.input.comments[0]?.text ?? "" },
        ],
        round: 1,
        loadedSkills: [],
      };
    case "PreToolUse":
      return { event, tool: "sample_tool", arguments: {}, round: 1, loadedSkills: [], earlier: [] };
    case "PostToolUse":
      return { event, tool: "sample_tool", arguments: {}, outcome: { ok: true, result: { value: 1 } } };
    case "Stop":
      return {
        event,
        reply: "It costs 10 and there are 3 left.",
        ...askedIn(item),
        toolResults: [{ tool: "sample_tool", arguments: {}, result: { value: 10 } }],
        loadedSkills: [],
        round: 2,
        stopBlocks: 0,
      };
  }
}

/** The moments of a trajectory at which an event happened, in order. */
function momentsOf(event: HookEvent, item: Case, trajectory: Trajectory): JsonObject[] {
  const steps = outer(trajectory);
  switch (event) {
    case "UserPromptSubmit":
      return [samplePayload(event, item)];
    case "PreModelCall":
      return steps.flatMap((step, index) =>
        step.type === "model-call" && step.module === undefined && step.attempt === 1
          ? [{ event, messages: step.messages, round: step.round, loadedSkills: loadedBy(steps.slice(0, index)) }]
          : [],
      );
    case "PreToolUse":
      return steps.flatMap((step, index) => {
        if (step.type !== "tool-call") return [];
        const before = steps.slice(0, index);
        const earlier = toolSteps(before).map(({ tool, arguments: args, outcome }) => ({
          tool,
          arguments: args,
          error: outcome.ok ? null : outcome.error.type,
        }));
        const args = isObject(step.arguments) ? step.arguments : {};
        return [{ event, tool: step.tool, arguments: args, round: step.round, loadedSkills: loadedBy(before), earlier }];
      });
    case "PostToolUse":
      return toolSteps(steps)
        .filter((step) => step.executed !== false)
        .map((step) => ({ event, tool: step.tool, arguments: step.arguments, outcome: step.raw ?? step.outcome }));
    case "Stop": {
      const reply = steps.findLast((step) => step.type === "reply");
      if (reply?.type !== "reply" || reply.content === "") return [];
      const toolResults = toolSteps(steps).flatMap(({ tool, arguments: args, outcome }) =>
        outcome.ok ? [{ tool, arguments: args, result: outcome.result }] : [],
      );
      const blocks = steps.filter((step) => step.type === "hook" && step.event === "Stop" && step.decision === "block");
      return [
        {
          event,
          reply: reply.content,
          ...askedIn(item),
          channel: reply.channel,
          toolResults,
          loadedSkills: loadedBy(steps),
          round: reply.round,
          stopBlocks: blocks.length,
        },
      ];
    }
  }
}

/**
 * What a hook would be given at this event in a task of the case: the moments of its trajectory in order where it has any,
 * else one sample.
 */
export function hookPayloads(event: HookEvent, item: Case, trajectory: Trajectory | null): JsonObject[] {
  const moments = trajectory === null ? [] : momentsOf(event, item, trajectory);
  return moments.length > 0 ? moments : [samplePayload(event, item)];
}
