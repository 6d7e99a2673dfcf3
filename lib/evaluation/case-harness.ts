import type { Case, FixtureTables } from "@/lib/contracts/case";
import type { Harness, PromptBlock, Tool } from "@/lib/contracts/harness";

type Setting = Pick<Case, "distractorTools" | "instructions">;

/** Path of what a case brings along; no bundle has files there. */
const INSTRUCTIONS_PATH = "case/instructions.md";

/** The table of a distractor's returns: its own, so that no recorded return of another tool answers for it. */
const tableOf = (distractor: string) => `distractor:${distractor}`;

/** Distractor tools of a case that the harness has a tool of its own for; the harness's own is used. */
export function shadowedDistractors(harness: Pick<Harness, "tools">, item: Pick<Case, "distractorTools">): string[] {
  const own = namesInUse(harness);
  return item.distractorTools.flatMap(({ name }) => (own.has(name) ? [name] : []));
}

/**
 * The harness as a case sees it (TaoLive report, appendix E.3): with the case's distractor tools beside its own, and the
 * instructions in force as the last prompt block, also of the compact prompt. The same object where the case has neither. A
 * tool of the harness goes before a distractor of the same name; of two distractors of one name the first counts. No Skill
 * owns a distractor, so that routing by Skill always exposes it. The instructions are text: Liquid in them is not executed.
 */
export function harnessForCase(harness: Harness, item: Setting): Harness {
  const tools = distractorsOf(harness, item);
  if (tools.length === 0 && item.instructions.length === 0) return harness;
  const names = new Set(tools.map((tool) => tool.name));
  return {
    ...harness,
    tools: tools.length === 0 ? harness.tools : [...harness.tools, ...tools].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    skills: harness.skills.map((skill) =>
      skill.allowedTools.some((tool) => names.has(tool))
        ? { ...skill, allowedTools: skill.allowedTools.filter((tool) => !names.has(tool)) }
        : skill,
    ),
    prompt: item.instructions.length === 0 ? harness.prompt : [...harness.prompt, instructionsBlock(harness, item.instructions)],
  };
}

/** The recorded returns of a case with those of its distractor tools. */
export function fixturesForCase(item: Pick<Case, "fixtures" | "distractorTools">): FixtureTables {
  if (item.distractorTools.length === 0) return item.fixtures;
  const returns = item.distractorTools.toReversed().map((tool) => [tableOf(tool.name), tool.returns]);
  return { ...item.fixtures, ...Object.fromEntries(returns) };
}

/** Names of the harness's own tools and of those that the runtime adds to any harness. */
const namesInUse = (harness: Pick<Harness, "tools">) =>
  new Set(["load_skill", "update_todo", ...harness.tools.map(({ name }) => name)]);

function distractorsOf(harness: Harness, item: Setting): Tool[] {
  const taken = namesInUse(harness);
  return item.distractorTools.flatMap(({ name, description, inputSchema }) => {
    if (taken.has(name)) return [];
    taken.add(name);
    const binding = { kind: "fixture" as const, table: tableOf(name) };
    return [{ path: `case/${name}.json`, name, description, inputSchema, binding }];
  });
}

function instructionsBlock(harness: Harness, instructions: readonly string[]): PromptBlock {
  const list = instructions.map((instruction, index) => `${index + 1}. ${instruction}`).join("\n");
  return {
    path: INSTRUCTIONS_PATH,
    name: "instructions",
    order: Math.max(0, ...harness.prompt.map((block) => block.order)) + 1,
    // Every tag and every output begins with a brace; a brace that Liquid itself puts out begins neither.
    template: `Instructions in force:\n${list}`.replaceAll("{", '{{ "{" }}'),
    bodyLine: 1,
    compact: true,
  };
}
