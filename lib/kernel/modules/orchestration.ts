import type { ModuleChoices, Tool } from "@/lib/contracts/harness";
import type { KernelState } from "@/lib/contracts/trajectory";
import type { CompiledHarness } from "../compile";

/** F: the tools and Skills that are exposed in this round. */
export function exposeCapabilities(
  choice: ModuleChoices["orchestration"],
  { tools, skills, skillsOfTool }: CompiledHarness,
  state: KernelState,
): { tools: Tool[]; skills: string[] } {
  const loadable = [...skills.keys()];
  if (choice.use === "all") return { tools, skills: loadable };
  const routed = tools.filter((tool) => {
    const owners = skillsOfTool.get(tool.name);
    return owners === undefined || owners.some((skill) => state.loadedSkills.includes(skill));
  });
  return { tools: routed, skills: loadable };
}
