import type { Check } from "@/lib/contracts/case";
import { givenArguments, IFEVAL_ARGUMENTS, IfevalPrompt, isIfevalInstruction } from "@/lib/contracts/ifeval";
import { CaseCollector, type CaseFile, describeIssues } from "../case-collector";
import { parseJson } from "../parse-json";

/**
 * Parses prompts in the format of IFEval (Zhou et al., 2023), the `input_data.jsonl` that the benchmark publishes, into cases
 * of a set of kind `instruction-following`. The prompt is the one comment, as it is written. An instruction becomes two
 * checks: read strictly it decides Accuracy, so that Accuracy is the prompt-level strict accuracy; read loosely it decides
 * Effectiveness. The category is the family of the first instruction. Fields beside the four of the format are left aside. A
 * line with an unknown instruction, or with arguments that it cannot be checked by, is reported and left out.
 */
export function parseIfeval(text: string): CaseFile {
  const collector = new CaseCollector();
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const [index, source] of lines.entries()) {
    if (source.trim() === "") continue;
    const line = index + 1;
    const json = parseJson(source);
    if (!json.ok) {
      collector.report(line, json.message);
      continue;
    }
    const prompt = IfevalPrompt.safeParse(json.value);
    if (!prompt.success) {
      collector.report(line, describeIssues(prompt.error.issues));
      continue;
    }
    const problem = instructionProblem(prompt.data);
    if (problem === null) collector.add(line, caseOf(prompt.data));
    else collector.report(line, problem);
  }
  return { cases: collector.cases, shared: {}, problems: collector.problems };
}

function instructionProblem({ instruction_id_list, kwargs }: IfevalPrompt): string | null {
  for (const [index, id] of instruction_id_list.entries()) {
    if (!isIfevalInstruction(id)) return `instruction_id_list[${index}]: "${id}" is none of the 25 instructions of IFEval`;
    const read = IFEVAL_ARGUMENTS[id].safeParse(givenArguments(kwargs[index] ?? {}));
    if (!read.success) return `${id}: ${describeIssues(read.error.issues, ["kwargs", index])}`;
  }
  return null;
}

/** The case, not yet validated. */
function caseOf({ key, prompt, instruction_id_list, kwargs }: IfevalPrompt): unknown {
  return {
    id: `ifeval-${key}`,
    category: instruction_id_list[0]?.split(":")[0],
    input: { comments: [{ text: prompt }] },
    channel: "private",
    tags: [...new Set(instruction_id_list)],
    checks: instruction_id_list.flatMap((instruction, index): Check[] => {
      const asked = { kind: "ifeval" as const, core: true, instruction, arguments: givenArguments(kwargs[index] ?? {}) };
      return [
        { ...asked, id: `${index + 1}-strict`, metric: "accuracy", strict: true },
        { ...asked, id: `${index + 1}-loose`, metric: "effectiveness", strict: false },
      ];
    }),
  };
}
