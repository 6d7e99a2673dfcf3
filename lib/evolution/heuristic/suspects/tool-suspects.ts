import type { Tool } from "@/lib/contracts/harness";
import type { JsonValue } from "@/lib/contracts/ids";
import type { EvaluatedCase } from "../../evaluated-case";
import { NEGATION } from "../culprit";
import { harnessLines } from "./harness-lines";
import { sharedStems, stemsOf } from "./stems";
import { LEAST_CASES, type Suspect, type SuspectInput } from "./suspect";
import { isAbout, matterOf, nameWords } from "./tool-matter";

/** The names of a result's fields, outermost first. */
function fieldNames(value: JsonValue, depth = 0): string[] {
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((one) => fieldNames(one, depth));
  if (value === null || typeof value !== "object" || depth > 1) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...fieldNames(one, depth + 1)]);
}

const MOST_FIELDS = 8;
/** A stem that more than this share of the tools are described by tells none from another. */
const COMMON_IN_TOOLS = 0.25;
/** Stems of what a description says, without what it says that the tool does not hold. */
const heldBy = (tool: Tool) => stemsOf(tool.description.replace(/\b(?:no|not|without|except)\b[^.]*\.?/gi, " "));

/** What a tool is, from its name, the fields of what it returned in this run, and the rules that send the policy to it. */
function descriptionOf(tool: Tool, fields: readonly string[], conditions: readonly string[]): string {
  const words = nameWords(tool).join(" ").replaceAll("_", " ");
  const matter = words === "" ? tool.name : words.charAt(0).toUpperCase() + words.slice(1);
  const told = fields.filter((field) => !/(?:^|_)(?:id|zh)$/i.test(field)).slice(0, MOST_FIELDS);
  const returns = told.length === 0 ? "" : `: ${told.map((field) => field.replaceAll("_", " ")).join(", ")}`;
  const when = conditions.length === 0 ? "" : ` ${conditions.join(" ")}`;
  return `${matter}${returns}.${when}`;
}

const conditionOf = (rule: string) => /^(when [^,]{4,120}),/i.exec(rule)?.[1] ?? null;

/**
 * Tools whose description is not of what their name says, or is that of another tool, while cases fail in which a rule sends
 * the policy to the tool and it was not called, or for which a check asks for it.
 */
export function toolSuspects({ bundle, harness, failures, passes, trajectory }: SuspectInput): Suspect[] {
  const lines = harnessLines(bundle, harness);
  const held = new Map(harness.tools.map((tool) => [tool.name, heldBy(tool)]));
  const spread = (stem: string) => [...held.values()].filter((stems) => stems.has(stem)).length;
  const most = Math.max(1, COMMON_IN_TOOLS * harness.tools.length);
  return harness.tools.flatMap((tool): Suspect[] => {
    const own = new Set([...(held.get(tool.name) ?? [])].filter((stem) => spread(stem) <= most));
    const name = matterOf(tool);
    if (name.size === 0 || sharedStems(name, own).length > 0) return [];
    const naming = lines.filter(({ rule }) => rule.includes(tool.name) && !NEGATION.test(rule));
    // A description in other words than the name's is sound where the rules on the tool use them.
    if (naming.some(({ rule }) => sharedStems(own, stemsOf(rule)).length > 0)) return [];
    const missed = failures.filter(
      (one) =>
        !one.result.features.tools.includes(tool.name) &&
        (naming.some((line) => line.appliesTo(one)) ||
          (naming.length > 0 && isAbout(one, tool)) ||
          one.item.checks.some((check) => check.kind === "tool-called" && check.tool === tool.name)),
    );
    const called = passes.filter(({ result }) => result.features.tools.includes(tool.name));
    // A tool that finds its way to the policy all the same is described well enough.
    if (missed.length < LEAST_CASES || called.length > missed.length) return [];
    const fields = [...called, ...failures].flatMap((one) => resultFields(one, tool.name, trajectory));
    const conditions = naming.flatMap(({ rule }) => conditionOf(rule) ?? []).map((one) => `For use ${one}.`);
    const text = descriptionOf(tool, [...new Set(fields)], [...new Set(conditions)].slice(0, 2));
    if (text === tool.description) return [];
    const mechanism = {
      key: `tool-misdescribed ${tool.name}`,
      code: "tool-misdescribed" as const,
      tool: tool.name,
      description: text,
    };
    return [{ mechanism, cases: missed, weight: 2 + Math.sqrt(missed.length) }];
  });
}

function resultFields(one: EvaluatedCase, tool: string, trajectory: SuspectInput["trajectory"]): string[] {
  if (!one.result.features.tools.includes(tool)) return [];
  const call = trajectory(one.item.id)?.steps.find((step) => step.type === "tool-call" && step.tool === tool && step.outcome.ok);
  return call?.type === "tool-call" && call.outcome.ok ? fieldNames(call.outcome.result) : [];
}
