import type { ModuleChoices, Tool } from "@/lib/contracts/harness";
import type { KernelState } from "@/lib/contracts/trajectory";
import type { CompiledHarness } from "../compile";

/** F, built in: the tools and Skills that are exposed in this round. A nested agent has at most the tools it was given. */
export function exposeCapabilities(
  choice: Exclude<ModuleChoices["orchestration"], { use: "custom" }>,
  { tools: registered, skills, skillsOfTool }: CompiledHarness,
  state: KernelState,
): { tools: Tool[]; skills: string[] } {
  const { tools: bound } = state;
  const tools = bound === undefined ? registered : registered.filter(({ name }) => bound.includes(name));
  const loadable = [...skills.keys()];
  if (choice.use === "all") return { tools, skills: loadable };
  const routed = tools.filter((tool) => {
    const owners = skillsOfTool.get(tool.name);
    return owners === undefined || owners.some((skill) => state.loadedSkills.includes(skill));
  });
  return { tools: routed, skills: loadable };
}
