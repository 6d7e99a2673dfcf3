import type { Case, Check } from "@/lib/contracts/case";
import type { Tool } from "@/lib/contracts/harness";
import type { CheckResult } from "@/lib/contracts/run";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { sameArgument } from "./argument-match";
import { containsPhrase, foldText } from "./fold-text";
import { checkGrounded } from "./grounded";
import type { DetectLanguage } from "./ifeval/detect-language";
import { keepsInstruction } from "./ifeval/keeps-instruction";
import { parseVerdict } from "./judge/verdict";
import { languageOf, lengthOf } from "./reply-measures";
import { type ToolUse, toolUses } from "./tool-uses";

/** Version of the check programs; a stored score names the one that made it. Raise it when a verdict may change. */
export const CHECK_VERSION = "checks-2";

type Verdict = Pick<CheckResult, "verdict" | "why">;
const verdict = (passed: boolean, why: string): Verdict => ({ verdict: passed ? "passed" : "failed", why });

/**
 * Runs the checks of a case on what a trajectory came to. Programs decide alone; questions for a judge stay unscored.
 * `tools` are the harness's: with them a check names a tool by its own name, its fixture table or its built-in function.
 * `detect` is what `languageModelFor` gave for these checks.
 */
export function runChecks(
  item: Case,
  trajectory: Trajectory,
  tools: readonly Pick<Tool, "name" | "binding">[] = [],
  detect: DetectLanguage | null = null,
): CheckResult[] {
  const uses = toolUses(trajectory, tools);
  const own = new Set(["load_skill", "update_todo"]);
  for (const { name, binding } of tools) if (binding.kind === "builtin" && own.has(binding.function)) own.add(name);
  return item.checks.map((check) => ({
    id: check.id,
    kind: check.kind,
    metric: check.metric,
    core: check.core,
    ...(check.kind === "ifeval"
      ? keepsInstruction(check, trajectory.reply, detect)
      : runCheck(check, item, trajectory, uses, own)),
  }));
}

function runCheck(
  check: Exclude<Check, { kind: "ifeval" }>,
  item: Case,
  trajectory: Trajectory,
  uses: ToolUse[],
  harnessTools: ReadonlySet<string>,
): Verdict {
  switch (check.kind) {
    case "tool-called":
      return toolCalled(check, uses);
    case "tool-not-called": {
      const called = uses.some((use) => use.names.has(check.tool));
      return verdict(!called, called ? `${check.tool} was called, which it must not be.` : `${check.tool} was not called.`);
    }
    case "tool-order":
      return toolOrder(check.tools, uses);
    case "reply-contains": {
      const found = findPhrase(check.any, trajectory.reply);
      const why =
        found === undefined
          ? `The reply has none of ${quoted(check.any)}: ${excerpt(trajectory.reply)}.`
          : `The reply has “${found}”.`;
      return verdict(found !== undefined, why);
    }
    case "reply-excludes": {
      const found = findPhrase(check.any, trajectory.reply);
      const why =
        found === undefined ? `The reply has none of ${quoted(check.any)}.` : `The reply has “${found}”, which it must not have.`;
      return verdict(found === undefined, why);
    }
    case "grounded": {
      const { passed, why } = checkGrounded(item, trajectory, check.claims, harnessTools);
      return verdict(passed, why);
    }
    case "reply-length": {
      const length = lengthOf(trajectory.reply, check.unit);
      return verdict(
        length >= check.min && length <= check.max,
        `The reply has ${length} ${check.unit}; wanted ${check.min} to ${check.max}.`,
      );
    }
    case "reply-language": {
      const language = languageOf(trajectory.reply);
      return verdict(language === check.language, `Wanted a reply in ${check.language}; found ${language ?? "no words"}.`);
    }
    case "skill-loaded": {
      const loads = trajectory.steps.flatMap((step) => (step.type === "skill-load" && step.found ? [step] : []));
      const loaded = loads.find((step) => step.kind === check.skillKind);
      const why = loaded
        ? `Loaded ${loaded.skill}.`
        : `No ${check.skillKind} Skill was loaded; loaded: ${loads.map((step) => step.skill).join(", ") || "none"}.`;
      return verdict(loaded !== undefined, why);
    }
    case "human-label":
      return agreesWithLabel(check, trajectory.reply);
    case "judge":
      return {
        verdict: "unscored",
        why: `A judge would have to say whether the reply ${check.question === "addresses-query" ? "addresses the query" : "follows the instruction"}; no judge is set up.`,
      };
  }
}

/** Whether a judge's verdict gives the score that people gave; an abstention is no disagreement. */
function agreesWithLabel({ label, value }: Extract<Check, { kind: "human-label" }>, reply: string): Verdict {
  const parsed = parseVerdict(reply);
  if (!parsed.ok) return { verdict: "unscored", why: `The judge abstained: ${parsed.reason}` };
  const given = parsed.verdict[label];
  if (given === null) return { verdict: "unscored", why: `The judge cannot tell the ${label}.` };
  return verdict(given === value, `The judge gave ${label} ${given}; people gave ${value}.`);
}

function toolCalled(check: Extract<Check, { kind: "tool-called" }>, uses: ToolUse[]): Verdict {
  const { tool, arguments: wanted } = check;
  const calls = uses.filter((use) => use.names.has(tool));
  const fits = (use: ToolUse) => wanted === undefined || sameArgument(wanted, use.arguments);
  const asked = wanted === undefined ? tool : `${tool} with ${JSON.stringify(wanted)}`;
  if (calls.some((use) => use.ok && fits(use))) return verdict(true, `${asked} was called and answered.`);
  const others = [...new Set(uses.flatMap((use) => [...use.names].slice(0, 1)))].join(", ") || "no tool";
  if (calls.length === 0) return verdict(false, `${asked} was not called; called: ${others}.`);
  if (calls.some(fits)) return verdict(false, `${asked} was called and answered with an error.`);
  return verdict(false, `${asked} was not called; called with ${calls.map((use) => JSON.stringify(use.arguments)).join(", ")}.`);
}

function toolOrder(tools: readonly string[], uses: ToolUse[]): Verdict {
  let next = 0;
  for (const use of uses) if (use.names.has(tools[next] ?? "")) next += 1;
  const order = uses.map((use) => [...use.names][0]).join(" → ") || "none";
  const passed = next === tools.length;
  return verdict(passed, passed ? `Called in the order ${tools.join(" → ")}.` : `Wanted ${tools.join(" → ")}; found ${order}.`);
}

function findPhrase(phrases: readonly string[], reply: string): string | undefined {
  const folded = foldText(reply);
  return phrases.find((phrase) => containsPhrase(folded, phrase));
}

const quoted = (phrases: readonly string[]) => phrases.map((phrase) => `“${phrase}”`).join(", ");

function excerpt(reply: string): string {
  const text = reply.trim();
  if (text === "") return "it is empty";
  return text.length > 80 ? `“${text.slice(0, 80)}…”` : `“${text}”`;
}
