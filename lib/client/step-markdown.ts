import type { JsonValue } from "@/lib/contracts/ids";
import type { Step, ToolOutcome, Trajectory } from "@/lib/contracts/trajectory";
import { fenced, inlineCode } from "./markdown-text";
import { messageOrigins } from "./message-origins";

type Of<Type extends Step["type"]> = Extract<Step, { type: Type }>;

/** Milliseconds with at most one decimal: 12.345 → "12.3 ms". */
export const milliseconds = (ms: number | null): string => (ms === null ? "–" : `${Math.round(ms * 10) / 10} ms`);

const tokens = (count: number | null) => (count === null ? "–" : `${count}`);

const json = (value: JsonValue): string =>
  typeof value === "string" ? fenced(value) : fenced(JSON.stringify(value, null, 2), "json");

function outcomeText(title: string, outcome: ToolOutcome): string[] {
  if (outcome.ok) return [`${title}:`, json(outcome.result)];
  return [`${title}: error ${inlineCode(outcome.error.type)}`, fenced(outcome.error.message)];
}

function promptText(step: Of<"model-call">, trajectory: Trajectory): string[] {
  const parts = messageOrigins(trajectory, step).flatMap((part) => [
    `${part.role}, ${inlineCode(part.title)}${part.path === null ? "" : `, from ${inlineCode(part.path)}`}${
      part.tokens === null ? "" : `, ${part.tokens} tokens`
    }${part.note === null ? "" : `, ${inlineCode(part.note)}`}:`,
    fenced(part.text),
  ]);
  return [
    `Prompt as sent, ${step.messages.length} messages; tools: ${step.tools.map(inlineCode).join(", ") || "none"}`,
    ...parts,
  ];
}

function modelCall(step: Of<"model-call">, trajectory: Trajectory, prompts: boolean): string[] {
  const { outcome, route } = step;
  const facts = [
    `attempt ${step.attempt}`,
    milliseconds(outcome.durationMs),
    ...(route ? [`${route.prompt} prompt to ${inlineCode(route.model)} at ${inlineCode(route.endpoint)}`] : []),
    ...(step.module ? [`made by the ${step.module} module`] : []),
  ];
  if (outcome.ok) {
    if (outcome.ttftMs !== null) facts.push(`first token after ${milliseconds(outcome.ttftMs)}`);
    facts.push(`${tokens(outcome.usage.promptTokens)} + ${tokens(outcome.usage.completionTokens)} tokens`);
    facts.push(`finished by ${inlineCode(outcome.finishReason)}`);
  }
  const said = outcome.ok
    ? [
        ...(outcome.reasoning ? ["Reasoning:", fenced(outcome.reasoning)] : []),
        ...(outcome.content === "" ? [] : ["Content:", fenced(outcome.content)]),
        ...outcome.toolCalls.flatMap((call) => [`Asks for ${inlineCode(call.name)}:`, fenced(call.arguments, "json")]),
      ]
    : [
        `Error ${inlineCode(outcome.error.type)}${outcome.error.status ? ` (${outcome.error.status})` : ""}:`,
        fenced(outcome.error.message),
      ];
  return [facts.join(", "), ...said, ...(prompts ? promptText(step, trajectory) : [])];
}

function toolCall(step: Of<"tool-call">): string[] {
  const facts = [
    inlineCode(step.tool),
    milliseconds(step.durationMs),
    ...(step.executed === false ? ["refused before it reached the tool"] : []),
    ...(step.module ? [`called by the ${step.module} module`] : []),
  ];
  return [
    facts.join(", "),
    "Arguments:",
    json(step.arguments),
    ...(step.raw ? outcomeText("Returned by the tool", step.raw) : []),
    ...outcomeText(step.raw ? "As the policy saw it, after a Hook" : "Result", step.outcome),
  ];
}

function moduleRun(step: Of<"module">): string[] {
  return [
    `${step.slot}, ${milliseconds(step.durationMs)}, ${step.calls} host calls`,
    ...(step.error ? [`Error ${inlineCode(step.error.type)}:`, fenced(step.error.message)] : []),
    ...step.notes.flatMap((note) => ["Note:", json(note)]),
  ];
}

function boundary({ boundary: { exposed, directive, view, state } }: Of<"boundary">): string[] {
  const names = (list: readonly string[]) => list.map(inlineCode).join(", ") || "none";
  return [
    `Tools: ${names(exposed.tools)}. Skills: ${names(exposed.skills)}. Loaded: ${names(state.loadedSkills)}. Memory ${inlineCode(view.memory)}, ${view.messages} messages.`,
    ...(directive === "" ? [] : ["Directive:", fenced(directive)]),
  ];
}

/** A step's title, of fixed words alone, and its paragraphs; whatever the policy, a tool or a bundle wrote is inside fences. */
export function stepMarkdown(step: Step, trajectory: Trajectory, prompts: boolean): { title: string; body: string[] } {
  switch (step.type) {
    case "boundary":
      return { title: `Round ${step.round}`, body: boundary(step) };
    case "hook":
      return {
        title: "Hook",
        body: [
          `${inlineCode(step.hook)} at ${step.event}: ${step.decision}, ${milliseconds(step.durationMs)}`,
          ...(step.reason ? [fenced(step.reason)] : []),
        ],
      };
    case "model-call":
      return { title: "Model call", body: modelCall(step, trajectory, prompts) };
    case "skill-load":
      return { title: step.found ? "Skill loaded" : "Skill not found", body: [inlineCode(step.skill)] };
    case "tool-call":
      return { title: "Tool call", body: toolCall(step) };
    case "fallback":
      return {
        title: step.scope === "call" ? "Fallback of a call" : "Recovery of the trajectory",
        body: [
          `${step.recovered ? "Brought an answer" : "Brought no answer"}; ${step.route.prompt} prompt to ${inlineCode(step.route.model)} at ${inlineCode(step.route.endpoint)}`,
          fenced(step.reason),
        ],
      };
    case "module":
      return { title: "Module", body: moduleRun(step) };
    case "frame":
      return { title: step.action === "began" ? "Nested agent began" : "Nested agent ended", body: [fenced(step.text)] };
    case "retry":
      return { title: step.scope === "call" ? "Call tried again" : "Reply sent back", body: [fenced(step.reason)] };
    case "reply":
      return {
        title: step.suppressed ? "Reply suppressed" : "Reply",
        body: [`${step.channel} channel`, ...(step.content === "" ? ["Nothing was said."] : [fenced(step.content)])],
      };
  }
}
