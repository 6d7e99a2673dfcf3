import { z } from "zod";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { Message, ToolSpec } from "@/lib/contracts/model";
import { type PlacedRule, readInstructions, type Shown, settingOf } from "./instructions";
import { isChinese } from "./text";
import type { Topic } from "./topic-words";

export interface SkillListing {
  name: string;
  description: string;
  setting: Set<Topic>;
  strategy: boolean;
}

export interface Observation {
  tool: string;
  arguments: JsonObject;
  result: JsonValue;
  /** Text of the error, where the call failed. */
  error: string | null;
}

/** Everything that one request tells the policy. */
export interface Scene {
  comments: string[];
  dialogue: { viewer: boolean; text: string }[];
  rules: PlacedRule[];
  shown: Shown;
  tools: ToolSpec[];
  loader: ToolSpec | null;
  skills: SkillListing[];
  loaded: string[];
  observations: Observation[];
  /** Reasons for which earlier replies were sent back, oldest first. */
  feedback: string[];
  /** Texts in sight that can name what a viewer may say. */
  namingTexts: string[];
  language: "en" | "zh";
}

const FEEDBACK = /\b(the reply|your reply|before you reply|reply skill|answer again|reply again|try again|open items)\b/i;
const SKILL_LINE = /^[-*•]\s*`?([\w.-]{1,64})`?\s*(?:[([](\w+)[^)\]]*[)\]])?\s*[:：—-]\s*(.+)$/;
const Arguments = z.record(z.string(), z.json());

export function readScene(messages: readonly Message[], tools: readonly ToolSpec[]): Scene {
  const system = messages.filter((message) => message.role === "system").map((message) => message.content);
  const talk = messages.filter((message) => message.role !== "system");
  const asked = commentIndex(talk);
  const comments = splitComments(talk[asked]?.content ?? "");
  const history = talk.slice(asked + 1);
  const loader = tools.find(isSkillLoader) ?? null;
  const skills = loader ? listSkills(loader.description) : [];
  const names = [...tools.map((tool) => tool.name), ...skills.map((skill) => skill.name)];
  const { observations, bodies, loaded } = readHistory(history, loader);
  const feedback = history.flatMap((message) => (message.role === "user" ? [message.content] : []));

  const rules: PlacedRule[] = [];
  const shown: Shown = { links: [], current: null, faq: [], knowsItself: false };
  const take = (text: string, source: PlacedRule["source"], setting: Set<Topic>) => {
    const part = readInstructions(text, { source, setting, names });
    rules.push(...part.rules);
    shown.links.push(...part.shown.links);
    shown.faq.push(...part.shown.faq);
    shown.current ??= part.shown.current;
    shown.knowsItself ||= part.shown.knowsItself;
  };
  for (const text of system) take(text, "prompt", new Set());
  for (const [skill, body] of bodies) {
    take(body, "skill", skills.find((listing) => listing.name === skill)?.setting ?? new Set());
  }
  for (const observation of observations) if (observation.error !== null) take(observation.error, "feedback", new Set());
  for (const reason of feedback) take(reason, "feedback", new Set());

  return {
    comments,
    dialogue: talk.slice(0, asked).map((message) => ({ viewer: message.role === "user", text: message.content })),
    rules,
    shown,
    tools: tools.filter((tool) => tool !== loader),
    loader,
    skills,
    loaded,
    observations,
    feedback,
    namingTexts: [...skills.map((skill) => skill.description), ...rules.map((rule) => rule.text)],
    language: isChinese(comments[0] ?? "") ? "zh" : "en",
  };
}

/** The comment is the last word of a viewer before the policy's own work began; a request to do a reply again is none. */
function commentIndex(talk: readonly Message[]): number {
  const work = talk.findIndex(
    (message) => message.role === "tool" || (message.role === "assistant" && message.toolCalls.length > 0),
  );
  const before = work === -1 ? talk.length : work;
  let last = -1;
  for (let index = 0; index < before; index += 1) {
    const message = talk[index];
    if (message?.role === "user" && !(last >= 0 && FEEDBACK.test(message.content))) last = index;
  }
  return last;
}

function splitComments(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const numbered = lines.map((line) => /^\s*\d+[.)]\s+(.+)$/.exec(line)?.[1]);
  if (lines.length < 2 || numbered.some((line) => line === undefined)) return [text];
  return numbered.filter((line) => line !== undefined);
}

function isSkillLoader(tool: ToolSpec): boolean {
  return /\bskills?\b/i.test(tool.description) && /^[-*•]\s*`?[\w.-]+`?.*[:：]/m.test(tool.description);
}

function listSkills(description: string): SkillListing[] {
  return description.split("\n").flatMap((line) => {
    const match = SKILL_LINE.exec(line.trim());
    if (!match?.[1] || !match[3]) return [];
    const strategy = /strategy/i.test(match[2] ?? "") || /\bstrategy\b/i.test(match[3]);
    return [{ name: match[1], description: match[3], setting: settingOf(match[3], match[1]), strategy }];
  });
}

function readHistory(history: readonly Message[], loader: ToolSpec | null) {
  const calls = new Map<string, { name: string; arguments: JsonObject }>();
  const observations: Observation[] = [];
  const bodies = new Map<string, string>();
  for (const message of history) {
    if (message.role === "assistant") {
      for (const call of message.toolCalls) calls.set(call.id, { name: call.name, arguments: parseObject(call.arguments) });
    } else if (message.role === "tool") {
      const call = calls.get(message.toolCallId);
      if (!call) continue;
      const result = parseJson(message.content);
      const error = errorOf(result);
      if (loader && call.name === loader.name) {
        const skill = Object.values(call.arguments).find((value) => typeof value === "string");
        if (typeof skill === "string" && error === null) bodies.set(skill, message.content);
      } else observations.push({ tool: call.name, arguments: call.arguments, result, error });
    }
  }
  return { observations, bodies, loaded: [...bodies.keys()] };
}

function errorOf(result: JsonValue): string | null {
  if (typeof result !== "object" || result === null || Array.isArray(result)) return null;
  const error = result.error;
  if (error === undefined || error === null) return null;
  if (typeof error === "string") return error;
  return typeof error === "object" && !Array.isArray(error)
    ? `${error.type ?? ""}: ${error.message ?? ""}`
    : JSON.stringify(error);
}

function parseObject(text: string): JsonObject {
  const parsed = Arguments.safeParse(parseJson(text));
  return parsed.success ? (parsed.data as JsonObject) : {};
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
