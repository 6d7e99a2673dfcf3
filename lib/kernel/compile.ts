import type { Harness, Hook, HookEvent, Module, ModuleSlot, PromptBlock, Skill, Tool } from "@/lib/contracts/harness";
import { type LiquidTemplate, parseCondition, parseLiquid } from "@/lib/harness/liquid";
import { withBuiltinTools } from "./tools/builtin-specs";

/** A prompt block ready to render; `error` where its Liquid does not parse. */
export interface CompiledBlock {
  block: PromptBlock;
  template: LiquidTemplate;
  condition: LiquidTemplate | null;
  error: string | null;
}

/** What the kernel derives from a harness once and uses in every task. */
export interface CompiledHarness {
  blocks: CompiledBlock[];
  /** The tools of the bundle and the built-in ones that it needs. */
  tools: Tool[];
  skills: ReadonlyMap<string, Skill>;
  replySkills: readonly string[];
  /** Tools that some Skill lists, with the Skills that do. */
  skillsOfTool: ReadonlyMap<string, readonly string[]>;
  hooks: ReadonlyMap<HookEvent, readonly Hook[]>;
  modules: ReadonlyMap<ModuleSlot, Module>;
}

const compiled = new WeakMap<Harness, CompiledHarness>();

/** Compiles a harness, once for each object. */
export function compileHarness(harness: Harness): CompiledHarness {
  const known = compiled.get(harness);
  if (known) return known;
  const skillsOfTool = new Map<string, string[]>();
  for (const skill of harness.skills) {
    for (const tool of skill.allowedTools) skillsOfTool.set(tool, [...(skillsOfTool.get(tool) ?? []), skill.name]);
  }
  const hooks = new Map<HookEvent, Hook[]>();
  for (const hook of harness.hooks) {
    for (const event of hook.events) hooks.set(event, [...(hooks.get(event) ?? []), hook]);
  }
  const result: CompiledHarness = {
    blocks: harness.prompt.map(compileBlock),
    tools: withBuiltinTools(harness),
    skills: new Map(harness.skills.map((skill) => [skill.name, skill])),
    replySkills: harness.skills.filter((skill) => skill.kind === "reply").map((skill) => skill.name),
    skillsOfTool,
    hooks,
    modules: new Map(harness.modules.map((module) => [module.slot, module])),
  };
  compiled.set(harness, result);
  return result;
}

function compileBlock(block: PromptBlock): CompiledBlock {
  const template = parseLiquid(block.template);
  const condition = block.when === undefined ? null : parseCondition(block.when);
  return {
    block,
    template: template.ok ? template.template : [],
    condition: condition?.ok ? condition.template : null,
    error: !template.ok ? template.message : condition && !condition.ok ? condition.message : null,
  };
}
