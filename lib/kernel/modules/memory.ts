import type { ModuleChoices } from "@/lib/contracts/harness";
import type { Message } from "@/lib/contracts/model";

/** M, built in: the part of the history the model gets to see. */
export function viewHistory(choice: Exclude<ModuleChoices["memory"], { use: "custom" }>, history: readonly Message[]): Message[] {
  if (choice.use === "full") return [...history];
  const turns = history.flatMap((message, index) => (message.role === "assistant" ? [index] : []));
  return history.slice(turns.at(-choice.turns) ?? 0);
}
