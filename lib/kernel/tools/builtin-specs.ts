import type { BuiltinTool, Harness, Skill, Tool } from "@/lib/contracts/harness";
import type { ToolSpec } from "@/lib/contracts/model";

const LOAD_SKILL: Tool = {
  path: "",
  name: "load_skill",
  description: "Load the instructions of a Skill. Load the Skill that fits before you answer, then follow its rules.",
  inputSchema: {
    type: "object",
    properties: { skill: { type: "string", description: "Name of the Skill, as listed" } },
    required: ["skill"],
  },
  binding: { kind: "builtin", function: "load_skill" },
};

const UPDATE_TODO: Tool = {
  path: "",
  name: "update_todo",
  description: "Replace the list of things to do for this request. Send the whole list each time.",
  inputSchema: {
    type: "object",
    properties: {
      items: {
        type: "array",
        items: {
          type: "object",
          properties: { text: { type: "string" }, done: { type: "boolean" } },
          required: ["text", "done"],
        },
      },
    },
    required: ["items"],
  },
  binding: { kind: "builtin", function: "update_todo" },
};

/** The tools of the bundle, with `load_skill` where there are Skills and `update_todo` where the plan is a to-do list. */
export function withBuiltinTools(harness: Harness): Tool[] {
  const bound = (name: BuiltinTool) =>
    harness.tools.some(({ binding }) => binding.kind === "builtin" && binding.function === name);
  const added: Tool[] = [];
  if (harness.skills.length > 0 && !bound("load_skill")) added.push(LOAD_SKILL);
  if (harness.config.modules.planning.use === "todo" && !bound("update_todo")) added.push(UPDATE_TODO);
  return [...added, ...harness.tools].map((tool) => {
    const listsSkills = tool.binding.kind === "builtin" && tool.binding.function === "load_skill";
    return listsSkills ? { ...tool, description: withSkillList(tool.description, harness.skills) } : tool;
  });
}

/** A tool as the model sees it. */
export function toolSpec({ name, description, inputSchema }: Tool): ToolSpec {
  return { name, description, inputSchema };
}

function withSkillList(description: string, skills: readonly Skill[]): string {
  const list = skills.map((skill) => `- ${skill.name}: ${skill.description}`);
  return [description, "", "Available Skills:", ...list].join("\n").trim();
}
