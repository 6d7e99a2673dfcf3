import { type FileKind, ModuleSlot } from "@/lib/contracts/harness";
import { hookTemplates, moduleTemplates } from "./author-templates";

const names: readonly [FileKind, string][] = [
  ["config", "Configuration"],
  ["prompt", "Prompt"],
  ["skill", "Skills"],
  ["tool", "Tools"],
  ["hook", "Hooks"],
  ["module", "Modules"],
  ["other", "Other files"],
];

const folders: readonly [string, FileKind][] = [
  ["prompt/", "prompt"],
  ["skills/", "skill"],
  ["tools/", "tool"],
  ["hooks/", "hook"],
  ["modules/", "module"],
];

/** The group a file is shown in, by its folder. */
export function groupOf(path: string): FileKind {
  if (path === "harness.yaml") return "config";
  return folders.find(([folder]) => path.startsWith(folder))?.[1] ?? "other";
}

/** A file's name inside its group: "skills/price/SKILL.md" → "price", "hooks/guard.js" → "guard.js". */
export function shortName(path: string): string {
  const folder = folders.find(([each]) => path.startsWith(each))?.[0] ?? "";
  return path.slice(folder.length).replace(/\/SKILL\.md$/, "");
}

export interface FileGroup {
  kind: FileKind;
  name: string;
  paths: string[];
}

/** Paths by kind, in the order a harness is read; groups without a file are left out. */
export function groupFiles(paths: Iterable<string>): FileGroup[] {
  const sorted = [...paths].sort((a, b) => (a < b ? -1 : 1));
  return names
    .map(([kind, name]) => ({ kind, name, paths: sorted.filter((path) => groupOf(path) === kind) }))
    .filter((group) => group.paths.length > 0);
}

/** What a new file of a kind is called and begins with. */
export const newFiles = {
  prompt: {
    label: "Prompt block",
    hint: "for example 40-tone",
    path: (name: string) => `prompt/${name}.md`,
    text: () => "---\norder: 100\n---\n",
  },
  skill: {
    label: "Skill",
    hint: "for example price-question",
    path: (name: string) => `skills/${name}/SKILL.md`,
    text: (name: string) =>
      `---\nname: ${name}\ndescription: Say when this Skill applies.\nmetadata:\n  kind: reply\n---\n\n# Rules\n\n1. \n`,
  },
  tool: {
    label: "Tool",
    hint: "for example get_price",
    path: (name: string) => `tools/${name}.json`,
    text: (name: string) =>
      `${JSON.stringify(
        {
          name,
          description: "Say what it returns.",
          inputSchema: { type: "object", properties: {}, required: [] },
          binding: { kind: "fixture", table: name },
        },
        null,
        2,
      )}\n`,
  },
  hook: {
    label: "Hook",
    hint: "for example check-price",
    path: (name: string) => `hooks/${name}.js`,
    text: () => hookTemplates.Stop,
  },
  module: {
    label: "Module",
    hint: "the slot whose code it is",
    path: (slot: string) => `modules/${slot}.js`,
    text: (slot: string) => moduleTemplates[ModuleSlot.catch("planning").parse(slot)],
  },
  other: { label: "Other file", hint: "a path, for example notes.md", path: (name: string) => name, text: () => "" },
} as const;

export type NewFileKind = keyof typeof newFiles;
