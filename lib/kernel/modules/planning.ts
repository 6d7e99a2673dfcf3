import type { ModuleChoices } from "@/lib/contracts/harness";
import type { KernelState } from "@/lib/contracts/trajectory";

/** P, built in: a local directive for the next round; empty where there is none. */
export function planDirective(choice: Exclude<ModuleChoices["planning"], { use: "custom" }>, state: KernelState): string {
  if (choice.use === "none") return "";
  const open = state.todo.filter((item) => !item.done);
  return open.length === 0 ? "" : `Open items:\n${open.map((item) => `- ${item.text}`).join("\n")}`;
}
