import type { Check, ClaimKind } from "@/lib/contracts/case";
import type { JsonValue } from "@/lib/contracts/ids";
import type { CheckResult } from "@/lib/contracts/run";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import { type EvaluatedCase, failedChecksOf } from "../evaluated-case";
import { judgeMechanism, judgeMechanisms } from "./judge-detect";
import type { Mechanism } from "./mechanism";
import type { RunKnowledge } from "./run-knowledge";

type ToolCallStep = Extract<Step, { type: "tool-call" }>;
type CheckOf<K extends Check["kind"]> = Extract<Check, { kind: K }>;

const CLAIM_WORDS: Record<ClaimKind, RegExp> = {
  price: /price|cost|fee|amount/i,
  stock: /stock|inventory|availab/i,
  promotion: /promotion|discount|coupon|offer|campaign|benefit/i,
};

/** A check with more phrases than this does not look for a value. */
const MOST_VALUES = 5;

const fold = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");

/** The name a demand goes by: the check's own description, or its id in words. */
export const demandOf = (check: Check) => (check.description ?? check.id.replaceAll("-", " ")).trim();

const toolCalls = (trajectory: Trajectory | null): ToolCallStep[] =>
  trajectory?.steps.filter((step): step is ToolCallStep => step.type === "tool-call") ?? [];

/** The names above the first leaf of a value that says one of the phrases, outermost first; null where none does. */
function fieldThatSays(value: JsonValue, phrases: readonly string[], names: string[] = []): string[] | null {
  if (Array.isArray(value)) {
    for (const item of value) {
      const found = fieldThatSays(item, phrases, names);
      if (found !== null) return found;
    }
    return null;
  }
  if (value !== null && typeof value === "object") {
    for (const [name, item] of Object.entries(value)) {
      const found = fieldThatSays(item, phrases, [...names, name]);
      if (found !== null) return found;
    }
    return null;
  }
  const text = fold(String(value));
  return text !== "" && phrases.some((phrase) => text.includes(fold(phrase))) ? names : null;
}

function detectTool(check: CheckOf<"tool-called">, trajectory: Trajectory | null, { harness }: RunKnowledge): Mechanism {
  const { tool } = check;
  const key = (code: string) => `${code} ${tool}`;
  if (!harness.tools.some((one) => one.name === tool)) return { key: key("tool-missing"), code: "tool-missing", tool };
  const calls = toolCalls(trajectory).filter((call) => call.tool === tool);
  const denied = calls.find((call) => !call.outcome.ok && call.outcome.error.type === "denied-by-hook");
  if (denied !== undefined && !denied.outcome.ok) {
    return { key: key("tool-denied"), code: "tool-denied", tool, reason: denied.outcome.error.message };
  }
  if (calls.some((call) => call.outcome.ok)) {
    return { key: key("tool-arguments"), code: "tool-arguments", tool, names: Object.keys(check.arguments ?? {}).sort() };
  }
  const failed = calls[0];
  if (failed !== undefined && !failed.outcome.ok) {
    const error = failed.outcome.error.type;
    return { key: `${key("tool-failed")} ${error}`, code: "tool-failed", tool, error };
  }
  const boundaries = trajectory?.steps.flatMap((step) => (step.type === "boundary" ? [step.boundary] : [])) ?? [];
  if (boundaries.length > 0 && !boundaries.some((boundary) => boundary.exposed.tools.includes(tool))) {
    return { key: key("tool-hidden"), code: "tool-hidden", tool };
  }
  return { key: key("tool-skipped"), code: "tool-skipped", tool };
}

function detectClaim(
  check: CheckOf<"grounded">,
  why: string,
  one: EvaluatedCase,
  trajectory: Trajectory | null,
  knowledge: RunKnowledge,
): Mechanism {
  const stated = check.claims.filter((claim) => why.toLowerCase().includes(claim));
  const claims = stated.length > 0 ? stated : check.claims;
  const tools = knowledge.harness.tools.filter((tool) =>
    claims.some((claim) => CLAIM_WORDS[claim].test(`${tool.name} ${tool.description}`)),
  );
  const habits = knowledge.habitualTools(one.item.category);
  const named = tools.filter((tool) => claims.some((claim) => CLAIM_WORDS[claim].test(tool.name)));
  const exact = named.find((tool) => claims.some((claim) => tool.name.toLowerCase().includes(claim)));
  const answered = toolCalls(trajectory).filter((call) => call.outcome.ok);
  const habitual = tools.find((candidate) => habits.includes(candidate.name));
  // Where another tool answered and passing cases need no more, the claim was added to what that tool said.
  const tool = habitual ?? (answered.length > 0 && habits.length > 0 ? null : (exact ?? named[0] ?? tools[0] ?? null));
  const called = tool === null ? answered.length > 0 : answered.some((call) => call.tool === tool.name);
  return {
    key: `unsupported-claim ${claims.join("+")} ${tool?.name ?? ""} ${called}`,
    code: "unsupported-claim",
    claims,
    tool: tool?.name ?? null,
    called,
  };
}

function detectMissingContent(
  check: CheckOf<"reply-contains">,
  one: EvaluatedCase,
  trajectory: Trajectory | null,
  knowledge: RunKnowledge,
): Mechanism {
  if (one.item.input.comments.length > 1) return { key: "unanswered-comments", code: "unanswered-comments" };
  const calls = toolCalls(trajectory);
  // A long list of phrases is a way of speaking, which turns up anywhere; a short one is a value.
  const isValue = check.any.length <= MOST_VALUES;
  for (const call of isValue ? calls : []) {
    if (!call.outcome.ok) continue;
    const names = fieldThatSays(call.outcome.result, check.any);
    const field = names?.[names.length - 1];
    if (field !== undefined) {
      return { key: `result-unused ${call.tool} ${field}`, code: "result-unused", tool: call.tool, field };
    }
  }
  const skipped = knowledge
    .habitualTools(one.item.category)
    .find((tool) => !calls.some((call) => call.tool === tool && call.outcome.ok));
  if (skipped !== undefined) return { key: `tool-skipped ${skipped}`, code: "tool-skipped", tool: skipped };
  const field = isValue ? fieldThatSays(one.item.context, check.any)?.[0] : undefined;
  if (field !== undefined) return { key: `context-unused ${field}`, code: "context-unused", field };
  const demand = demandOf(check);
  return { key: `content-missing ${demand}`, code: "content-missing", demand, missing: [] };
}

/** Earlier steps first: what comes first in this list is taken as the cause of what comes later. */
const CHECK_ORDER: Check["kind"][] = [
  "skill-loaded",
  "tool-called",
  "tool-order",
  "tool-not-called",
  "grounded",
  "reply-language",
  "reply-excludes",
  "reply-contains",
  "reply-length",
  "ifeval",
  "human-label",
  "judge",
];

function detectCheck(
  check: Check,
  found: CheckResult | undefined,
  one: EvaluatedCase,
  trajectory: Trajectory | null,
  knowledge: RunKnowledge,
): Mechanism {
  switch (check.kind) {
    case "skill-loaded": {
      const expected = knowledge.habitualSkill(one.item.category)?.name ?? null;
      return { key: `no-skill ${expected ?? ""}`, code: "no-skill", expected };
    }
    case "tool-called":
      return detectTool(check, trajectory, knowledge);
    case "tool-order":
      return { key: `tool-order ${check.tools.join(" ")}`, code: "tool-order", tools: check.tools };
    case "tool-not-called":
      return { key: `tool-needless ${check.tool}`, code: "tool-needless", tool: check.tool };
    case "grounded":
      return detectClaim(check, found?.why ?? "", one, trajectory, knowledge);
    case "reply-language":
      return { key: "wrong-language", code: "wrong-language" };
    case "reply-excludes": {
      const reply = fold(one.result.reply);
      const demand = demandOf(check);
      const phrases = check.any.filter((phrase) => reply.includes(fold(phrase)));
      return { key: `forbidden-content ${demand}`, code: "forbidden-content", demand, phrases, missing: [] };
    }
    case "reply-contains":
      return detectMissingContent(check, one, trajectory, knowledge);
    case "reply-length": {
      const length = check.unit === "words" ? one.result.reply.split(/\s+/).length : [...one.result.reply].length;
      const direction = length < check.min ? "short" : "long";
      const limit = direction === "short" ? check.min : check.max;
      return { key: `length ${direction} ${limit} ${check.unit}`, code: "length", direction, limit, unit: check.unit };
    }
    case "ifeval":
      return { key: `judged ${check.instruction}`, code: "judged", question: check.instruction };
    case "human-label":
      return { key: `disagreed ${check.label} ${check.value}`, code: "judged", question: check.label };
    case "judge":
      return { key: `judged ${check.question}`, code: "judged", question: check.question };
  }
}

/** The failed checks, those of earlier steps first. */
const failedByStep = (one: EvaluatedCase) =>
  [...failedChecksOf(one)].sort((a, b) => CHECK_ORDER.indexOf(a.kind) - CHECK_ORDER.indexOf(b.kind));

/** What each failed check came from, in the order of steps, whatever Skill was chosen. */
export function checkMechanisms(one: EvaluatedCase, trajectory: Trajectory | null, knowledge: RunKnowledge): Mechanism[] {
  if (one.item.judged) return judgeMechanisms(one);
  const found = new Map(one.result.checks.map((check) => [check.id, check]));
  return failedByStep(one).map((check) => detectCheck(check, found.get(check.id), one, trajectory, knowledge));
}

/** The first reason a Hook gave; "" where it gave none. */
function hookReason(trajectory: Trajectory | null, hook: string): string {
  const step = trajectory?.steps.find((candidate) => candidate.type === "hook" && candidate.hook === hook && candidate.reason);
  return step?.type === "hook" ? (step.reason ?? "") : "";
}

/** Checks that no other Skill would have helped with. */
const WHATEVER_SKILL: readonly Check["kind"][] = ["skill-loaded", "reply-language", "reply-length"];

/** What was wrong with the choice of the Skill; null where it was right or nothing shows that it was wrong. */
function detectSkillChoice(one: EvaluatedCase, first: Check | undefined, knowledge: RunKnowledge): Mechanism | null {
  if (first !== undefined && WHATEVER_SKILL.includes(first.kind)) return null;
  const { category } = one.item;
  const { skills } = one.result.features;
  const habit = knowledge.habitualSkill(category);
  if (habit !== null && !skills.includes(habit.name)) {
    const loaded = knowledge.harness.skills.find((skill) => skill.kind === "reply" && skills.includes(skill.name));
    if (loaded === undefined) return { key: `no-skill ${habit.name}`, code: "no-skill", expected: habit.name };
    return { key: `wrong-skill ${habit.name}`, code: "wrong-skill", expected: habit.name, loaded: loaded.name };
  }
  const scattered = knowledge.scatteredSkills(category);
  return scattered.length > 2
    ? { key: `no-fitting-skill ${category}`, code: "no-fitting-skill", category, loaded: scattered }
    : null;
}

/** The first thing that went wrong in a failing case. */
export function detectMechanism(one: EvaluatedCase, trajectory: Trajectory | null, knowledge: RunKnowledge): Mechanism {
  const { stopReason, hooks } = one.result.features;
  if (stopReason === "round-limit" || stopReason === "trajectory-timeout") {
    const hook = hooks.find(({ decision }) => decision === "block")?.hook;
    if (hook === undefined) return { key: "round-limit", code: "round-limit" };
    return { key: `sent-back ${hook}`, code: "sent-back", hook, reason: hookReason(trajectory, hook) };
  }
  if (stopReason === "suppressed" || stopReason === "rejected") {
    const hook = hooks.find(({ decision }) => decision === "suppress" || decision === "deny")?.hook ?? "";
    return { key: `silenced ${hook}`, code: "silenced", hook, reason: hookReason(trajectory, hook) };
  }
  if (stopReason !== "replied") return { key: `no-reply ${stopReason}`, code: "no-reply", stopReason };

  if (one.item.judged) return judgeMechanism(one, trajectory, knowledge);
  const first = failedByStep(one)[0];
  const bySkill = one.item.input.comments.length > 1 ? null : detectSkillChoice(one, first, knowledge);
  if (bySkill !== null) return bySkill;
  const [main] = checkMechanisms(one, trajectory, knowledge);
  return main ?? { key: "judged unknown", code: "judged", question: "unknown" };
}
