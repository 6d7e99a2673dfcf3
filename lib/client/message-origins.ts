import type { Message } from "@/lib/contracts/model";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import { type Neighbourhood, neighbourhoodOf, stepsBefore } from "./call-neighbourhood";
import { toolPath } from "./tool-path";

type ModelCall = Extract<Step, { type: "model-call" }>;

export type OriginKind =
  | "block"
  | "dialogue"
  | "comment"
  | "task"
  | "policy"
  | "skill"
  | "tool"
  | "nested-agent"
  | "feedback"
  | "directive"
  | "recovery"
  | "hook"
  | "module"
  | "unknown";

/** One part of a prompt as sent, with the place it came from. */
export interface MessageOrigin {
  kind: OriginKind;
  /** Place among the call's messages, from 0. A system message has a part for each of its blocks. */
  message: number;
  role: Message["role"];
  title: string;
  /** File of the bundle that it came from; null where it came from no file. */
  path: string | null;
  /** Known for the blocks of the system prompt alone. */
  tokens: number | null;
  /** What else had a hand in it. */
  note: string | null;
  text: string;
}

type Origin = Pick<MessageOrigin, "kind" | "title" | "path" | "note">;

const hookPath = (hook: string) => `hooks/${hook}.js`;
const from = (kind: OriginKind, title: string, path: string | null = null, note: string | null = null): Origin => ({
  kind,
  title,
  path,
  note,
});

/** A message as text: what was said, then the calls that were asked for. */
export function messageText(message: Message): string {
  if (message.role !== "assistant" || message.toolCalls.length === 0) return message.content;
  const calls = message.toolCalls.map((call) => `${call.name}(${call.arguments})`).join("\n");
  return message.content === "" ? calls : `${message.content}\n${calls}`;
}

/** Text that no block brought: a Hook's or a module's, or the whole where nothing was recorded of the blocks. */
function loose({ changedBy, module }: Neighbourhood, whole: boolean): Origin {
  const [hook] = changedBy;
  if (module) return from("module", `from the ${module} module`, `modules/${module}.js`);
  if (hook) return from("hook", `${whole ? "changed" : "added"} by the Hook ${hook}`, hookPath(hook), others(changedBy));
  return whole ? from("unknown", "system prompt") : from("hook", "added by a Hook");
}

const others = (hooks: readonly string[]) => (hooks.length > 1 ? `also changed by ${hooks.slice(1).join(", ")}` : null);

function systemParts(call: ModelCall, around: Neighbourhood, message: number): MessageOrigin[] {
  const text = call.messages[message]?.content ?? "";
  const parts: MessageOrigin[] = [];
  const add = (origin: Origin, part: string, tokens: number | null) => {
    if (part.trim() !== "") parts.push({ ...origin, message, role: "system", tokens, text: part });
  };
  let at = 0;
  for (const span of [...call.prompt].sort((a, b) => a.start - b.start)) {
    add(loose(around, false), text.slice(at, span.start), null);
    add(from("block", span.name, span.path), text.slice(span.start, span.end), span.tokens);
    at = Math.max(at, span.end);
  }
  add(loose(around, parts.length === 0), text.slice(at), null);
  return parts;
}

/** The step that brought the result of a call: the last one before the prompt, in the same agent where there is one. */
function resultStep(steps: readonly Step[], callId: string, depth: number): Step | undefined {
  const answers = steps.filter(
    (step) =>
      ((step.type === "tool-call" || step.type === "skill-load") && step.callId === callId) ||
      (step.type === "frame" && step.action === "ended" && step.callId === callId),
  );
  return answers.findLast((step) => (step.depth ?? 0) === depth) ?? answers.at(-1);
}

/** Hooks that changed the result of a tool: they stand just before the step that records it. */
function changersOf(steps: readonly Step[], result: Step): string[] {
  if (result.type !== "tool-call" || result.raw === undefined) return [];
  const hooks: string[] = [];
  for (let at = steps.indexOf(result) - 1; at >= 0; at--) {
    const step = steps[at];
    if (step?.type !== "hook" || step.event !== "PostToolUse") break;
    if (step.decision === "change") hooks.unshift(step.hook);
  }
  return hooks;
}

function toolOrigin(message: Extract<Message, { role: "tool" }>, call: ModelCall, before: readonly Step[]): Origin {
  const step = resultStep(before, message.toolCallId, call.depth ?? 0);
  const hooks = step ? changersOf(before, step) : [];
  const note = hooks.length === 0 ? null : `changed by the Hook ${hooks.join(", ")}`;
  if (step?.type === "skill-load") {
    if (!step.found) return from("skill", `Skill not found: ${step.skill}`, null, note);
    return from("skill", `Skill ${step.skill}`, `skills/${step.skill}/SKILL.md`, note);
  }
  if (step?.type === "frame") return from("nested-agent", "answer of a nested agent", null, note);
  const asked = call.messages
    .flatMap((item) => (item.role === "assistant" ? item.toolCalls : []))
    .find(({ id }) => id === message.toolCallId);
  const name = step?.type === "tool-call" ? step.tool : asked?.name;
  if (name === undefined) return from("tool", "tool result", null, note);
  if (step?.type !== "tool-call") return from("tool", `result of ${name}`, toolPath(name), note);
  if (step.outcome.ok) return from("tool", `result of ${name}`, toolPath(name), note);
  const known = step.outcome.error.type !== "unknown-tool";
  return from("tool", `error of ${name}: ${step.outcome.error.type}`, known ? toolPath(name) : null, note);
}

/** A user message of the history: what a Stop Hook or the kernel said to a proposed reply. */
function feedbackOrigin(content: string, before: readonly Step[]): Origin {
  const at = before.findLastIndex((step) => step.type === "retry" && step.scope === "reply" && step.reason === content);
  for (let place = at - 1; place >= 0; place--) {
    const step = before[place];
    if (step?.type !== "hook" || step.event !== "Stop") break;
    if (step.decision === "block") return from("feedback", `feedback of the Hook ${step.hook}`, hookPath(step.hook));
  }
  if (at >= 0) return from("feedback", "asked by the Reply Skill rule", "harness.yaml");
  return from("feedback", "said to the policy before this call");
}

function historyOrigin(message: Message, call: ModelCall, before: readonly Step[]): Origin {
  if (message.role === "tool") return toolOrigin(message, call, before);
  if (message.role === "user") return feedbackOrigin(message.content, before);
  return from("policy", "what the policy said before");
}

/** A message that stands neither in the history nor in the task: put there by a module, a Hook or the recovery. */
function addedOrigin(message: Message, around: Neighbourhood): Origin {
  if (around.changedBy.length > 0 || around.module) return { ...loose(around, false) };
  if (around.memory) return from("module", "from the memory module", "modules/memory.js");
  return from(message.role === "assistant" ? "policy" : "unknown", "not in the record");
}

function taskOrigin(message: Message, last: boolean, around: Neighbourhood): Origin {
  const note = around.changedBy.length > 0 ? `or changed by the Hook ${around.changedBy.join(", ")}` : null;
  if (message.role !== "user" || !last) return from("dialogue", "dialogue or an earlier comment", null, note);
  if (around.depth > 0) return from("task", "task of the nested agent", null, note);
  return from("comment", around.commentsChanged ? "comment, as a Hook changed it" : "comment", null, note);
}

/** What stands last, as a message of its own: the recovery's instruction, or the directive where no block has it. */
function closingOrigin(messages: readonly Message[], around: Neighbourhood): { at: number; origin: Origin } | null {
  const at = messages.length - 1;
  const last = messages[at];
  const users = messages.filter((message) => message.role === "user").length;
  if (last?.role !== "user" || users < 2 || around.inHistory.has(at)) return null;
  if (around.recovery) return { at, origin: from("recovery", "instruction of the recovery", "harness.yaml") };
  if (last.content !== around.directive) return null;
  const path = around.planning ? "modules/planning.js" : "harness.yaml";
  return { at, origin: from("directive", "directive of the planning module", path) };
}

/**
 * Says of every part of a model call's messages where it came from: the blocks of the system prompt, Skill bodies, tool
 * results, Hook feedback, the directive, answers of nested agents, dialogue and comments. Made from the record alone, so
 * a message that a Hook rewrote can be ascribed to the Hook, but not taken apart.
 */
export function messageOrigins(trajectory: Trajectory, call: ModelCall): MessageOrigin[] {
  const around = neighbourhoodOf(trajectory, call);
  const before = stepsBefore(trajectory, call);
  const { messages } = call;
  const closing = closingOrigin(messages, around);
  const lastUserOfTask = messages.findLastIndex(
    (message, at) => message.role === "user" && at < around.firstOfHistory && at !== closing?.at,
  );
  return messages.flatMap((message, at): MessageOrigin[] => {
    if (message.role === "system" && at === 0) return systemParts(call, around, at);
    const whole = (origin: Origin): MessageOrigin[] => {
      return [{ ...origin, message: at, role: message.role, tokens: null, text: messageText(message) }];
    };
    if (at === closing?.at) return whole(closing.origin);
    if (around.inHistory.has(at)) return whole(historyOrigin(message, call, before));
    if (message.role === "tool") return whole(toolOrigin(message, call, before));
    const ofTask = message.role !== "system" && at <= lastUserOfTask && !around.module;
    return whole(ofTask ? taskOrigin(message, at === lastUserOfTask, around) : addedOrigin(message, around));
  });
}
