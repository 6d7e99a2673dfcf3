import type { Case } from "@/lib/contracts/case";
import type { Diagnostic, Harness } from "@/lib/contracts/harness";
import { renderPrompt } from "@/lib/kernel/prompt";

const SAMPLES = 3;

/** Renders the prompt for the first few cases, as the kernel would before any Skill is loaded; each problem once. */
export function promptProblems(harness: Harness, cases: readonly Case[]): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const item of cases.slice(0, SAMPLES)) {
    const { problems } = renderPrompt(harness, {
      comments: item.input.comments,
      context: item.context,
      dialogue: item.dialogue,
      channel: item.channel,
      skills: harness.skills.map(({ name, description, kind }) => ({ name, description, kind })),
      tools: harness.tools.map(({ name, description }) => ({ name, description })),
      loadedSkills: [],
      directive: "",
    });
    for (const problem of problems) found.set(`${problem.path} ${problem.message}`, problem);
  }
  return [...found.values()];
}
