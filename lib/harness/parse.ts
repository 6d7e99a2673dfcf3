import {
  type Bundle,
  type Diagnostic,
  type Harness,
  type HarnessConfig,
  type Hook,
  type Module,
  ModuleSlot,
  type PromptBlock,
  type Skill,
  type Tool,
} from "@/lib/contracts/harness";
import { diagnostic, type Place } from "./diagnose";
import { kindOf } from "./kind";
import { parseConfig } from "./parse-config";
import { parseHook } from "./parse-hook";
import { parseModule } from "./parse-module";
import { parsePrompt } from "./parse-prompt";
import { parseSkill } from "./parse-skill";
import { parseTool } from "./parse-tool";

const SEVERITIES: readonly Diagnostic["severity"][] = ["error", "warning", "info"];

/**
 * Parses a bundle into its parts and says what is wrong, file and line. Tolerant: a part with an error is left out and the
 * rest is read. `harness` is null only where harness.yaml is missing or cannot be used.
 */
export function parseHarness(bundle: Bundle): { harness: Harness | null; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const prompt: PromptBlock[] = [];
  const skills = new Map<string, { skill: Skill; toolsPlace: Place }>();
  const tools = new Map<string, Tool>();
  const hooks: Hook[] = [];
  const modules: Module[] = [];

  for (const path of Object.keys(bundle).sort()) {
    const text = bundle[path] ?? "";
    switch (kindOf(path)) {
      case "config":
        break;
      case "prompt": {
        const parsed = parsePrompt(path, text);
        diagnostics.push(...parsed.diagnostics);
        if (parsed.block) prompt.push(parsed.block);
        break;
      }
      case "skill": {
        const { skill, namePlace, toolsPlace, diagnostics: found } = parseSkill(path, text);
        diagnostics.push(...found);
        if (!skill) break;
        const first = skills.get(skill.name);
        if (first) {
          const message = `the name "${skill.name}" is already taken by ${first.skill.path}`;
          diagnostics.push(diagnostic(path, "error", "skill-name-duplicate", message, namePlace));
        } else {
          skills.set(skill.name, { skill, toolsPlace });
        }
        break;
      }
      case "tool": {
        const { tool, namePlace, diagnostics: found } = parseTool(path, text);
        diagnostics.push(...found);
        if (!tool) break;
        const reserved = reservedFor(tool);
        if (reserved) {
          diagnostics.push(diagnostic(path, "error", "tool-name-reserved", `the name "${tool.name}" ${reserved}`));
          break;
        }
        const first = tools.get(tool.name);
        if (first) {
          const message = `the name "${tool.name}" is already taken by ${first.path}`;
          diagnostics.push(diagnostic(path, "error", "tool-name-duplicate", message, namePlace));
        } else {
          tools.set(tool.name, tool);
        }
        break;
      }
      case "hook": {
        const parsed = parseHook(path, text);
        diagnostics.push(...parsed.diagnostics);
        if (parsed.hook) hooks.push(parsed.hook);
        break;
      }
      case "module":
        {
          const parsed = parseModule(path, text);
          diagnostics.push(...parsed.diagnostics);
          if (parsed.module) modules.push(parsed.module);
        }
        break;
      case "other":
        diagnostics.push(diagnostic(path, "info", "path-unknown", "this file is kept but no part of the harness reads it"));
        break;
    }
  }

  diagnostics.push(...crossChecks([...skills.values()], tools));
  const text = bundle["harness.yaml"];
  if (text === undefined) {
    diagnostics.push(diagnostic("harness.yaml", "error", "config-missing", "the bundle has no harness.yaml"));
    return { harness: null, diagnostics: inOrder(diagnostics) };
  }
  const { config, diagnostics: found } = parseConfig("harness.yaml", text);
  diagnostics.push(...found);
  if (config && prompt.length === 0) {
    diagnostics.push(
      diagnostic("harness.yaml", "info", "prompt-missing", "the bundle has no prompt block, so no system message is sent"),
    );
  }
  const harness = config && {
    config,
    prompt: prompt.sort((a, b) => a.order - b.order || compare(a.path, b.path)),
    skills: [...skills.values()].map(({ skill }) => skill).sort((a, b) => compare(a.name, b.name)),
    tools: [...tools.values()].sort((a, b) => compare(a.name, b.name)),
    hooks: hooks.sort((a, b) => compare(a.name, b.name)),
    modules: modules.filter(({ slot }) => config.modules[slot].use === "custom").sort((a, b) => compare(a.path, b.path)),
  };
  if (config) diagnostics.push(...moduleChecks(config, modules, bundle));
  return { harness, diagnostics: inOrder(diagnostics) };
}

/** Why a tool must not go by its name: what is seen under these names counts as the runtime's own. */
function reservedFor({ name, binding }: Tool): string | null {
  if (name === "delegate") return "stands for the tasks that an agent hands to another";
  if (name !== "load_skill" && name !== "update_todo") return null;
  return binding.kind === "builtin" && binding.function === name ? null : "belongs to the built-in tool";
}

function crossChecks(skills: { skill: Skill; toolsPlace: Place }[], tools: ReadonlyMap<string, Tool>): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { skill, toolsPlace } of skills) {
    for (const name of skill.allowedTools) {
      if (tools.has(name)) continue;
      found.push(
        diagnostic(
          skill.path,
          "warning",
          "skill-tool-unknown",
          `allowed-tools names "${name}", which no tool file defines`,
          toolsPlace,
        ),
      );
    }
  }
  return found;
}

/** A custom slot needs its code, and code needs a custom slot. */
function moduleChecks(config: HarnessConfig, modules: readonly Module[], bundle: Bundle): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const slot of ModuleSlot.options) {
    const path = `modules/${slot}.js`;
    const custom = config.modules[slot].use === "custom";
    if (custom && bundle[path] === undefined)
      found.push(diagnostic("harness.yaml", "error", "module-missing", `the ${slot} slot is custom but there is no ${path}`));
    if (!custom && modules.some((module) => module.slot === slot)) {
      found.push(diagnostic(path, "info", "module-unused", `this file is not run: harness.yaml does not say "${slot}: custom"`));
    }
  }
  return found;
}

function inOrder(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.sort(
    (a, b) =>
      SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
      compare(a.path, b.path) ||
      a.line - b.line ||
      a.column - b.column,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
