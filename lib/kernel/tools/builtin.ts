import { z } from "zod";
import type { BuiltinTool, Tool } from "@/lib/contracts/harness";
import type { JsonObject } from "@/lib/contracts/ids";
import { TodoItem, type ToolOutcome } from "@/lib/contracts/trajectory";
import type { Session } from "../session";
import { calculate } from "./calculate";
import { evidenceContext, evidenceToolResults } from "./evidence";
import { FAQ_RANKING, searchFaq } from "./faq-search";
import { toolError } from "./observation";

/** Runs a tool that the kernel executes itself. */
export function runBuiltin(session: Session, name: BuiltinTool, callId: string, args: JsonObject): ToolOutcome {
  switch (name) {
    case "load_skill":
      return loadSkill(session, callId, firstText(args, "skill"));
    case "update_todo":
      return updateTodo(session, args);
    case "faq_search": {
      const { task, faq, evidence } = session.options;
      const hits = searchFaq(evidence?.context ?? task.context, faq ?? [], firstText(args, "query"));
      return { ok: true, result: { results: hits.map((hit) => ({ ...hit })), rankedBy: FAQ_RANKING } };
    }
    case "calculate": {
      const calculated = calculate(firstText(args, "expression"));
      return calculated.ok
        ? { ok: true, result: { value: calculated.value } }
        : toolError("invalid-arguments", calculated.message);
    }
    case "evidence_tool_results":
      return evidenceToolResults(session.options.evidence, firstText(args, "tool"));
    case "evidence_context":
      return evidenceContext(session.options.evidence, firstText(args, "key"));
  }
}

/** Names of tools that change the kernel's state and tell no facts. */
export function stateTools(tools: readonly Tool[]): Set<string> {
  return new Set(
    tools.flatMap(({ name, binding }) =>
      binding.kind === "builtin" && (binding.function === "load_skill" || binding.function === "update_todo") ? [name] : [],
    ),
  );
}

function loadSkill({ compiled, state, recorder }: Session, callId: string, wanted: string): ToolOutcome {
  const skill = compiled.skills.get(wanted.trim());
  recorder.record({
    type: "skill-load",
    round: state.round,
    callId,
    skill: wanted,
    ...(skill ? { kind: skill.kind } : {}),
    found: skill !== undefined,
  });
  if (!skill)
    return toolError("not-found", `there is no Skill "${wanted}"; available: ${[...compiled.skills.keys()].join(", ")}`);
  if (!state.loadedSkills.includes(skill.name)) state.loadedSkills.push(skill.name);
  return { ok: true, result: skill.body };
}

function updateTodo({ state }: Session, args: JsonObject): ToolOutcome {
  const list = args.items ?? Object.values(args)[0];
  const items = z.array(TodoItem).max(50).safeParse(list);
  if (!items.success) return toolError("invalid-arguments", "send items: a list of at most 50 {text, done}");
  state.todo = items.data;
  return { ok: true, result: { open: items.data.filter((item) => !item.done).length, items: items.data } };
}

/** The argument by its usual name, or else the first text: a bundle may rename the parameters of a built-in tool. */
function firstText(args: JsonObject, name: string): string {
  const value = args[name] ?? Object.values(args).find((item) => typeof item === "string");
  return typeof value === "string" ? value : "";
}
