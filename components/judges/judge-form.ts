import { toSlug } from "@/components/ui/slug";
import { JudgeInput } from "@/lib/contracts/judge";

export interface JudgeFields {
  name: string;
  bundle: string | null;
  voters: string[];
}

/** What a form comes to, or what is wrong with it by field. A new judge takes its id from its name. */
export function parseJudge(
  fields: JudgeFields,
  id: string | null,
): { input: JudgeInput | null; problems: Partial<Record<keyof JudgeFields, string>> } {
  const problems: Partial<Record<keyof JudgeFields, string>> = {};
  const parsed = JudgeInput.safeParse({ ...fields, name: fields.name.trim(), id: id ?? toSlug(fields.name) });
  if (parsed.success) return { input: parsed.data, problems };
  for (const { path } of parsed.error.issues) {
    if (path[0] === "bundle") problems.bundle = "Choose a version of kind judge";
    else if (path[0] === "voters")
      problems.voters = fields.voters.length === 0 ? "Choose at least one endpoint" : "At most nine endpoints vote";
    else problems.name = fields.name.trim() === "" ? "Give it a name" : "The name needs a Latin letter or a digit";
  }
  return { input: null, problems };
}

/** Why a panel is weak, in a sentence; null where nothing is to be said. */
export function panelCaution(models: readonly string[]): string | null {
  if (models.length === 0) return null;
  if (new Set(models).size < models.length) return "Two of the voters are the same model: their votes are not independent.";
  if (models.length % 2 === 0) return "An even number of voters can be tied; a tie leaves a case unscored.";
  return models.length === 1 ? "One voter decides alone; three different models are a panel." : null;
}
