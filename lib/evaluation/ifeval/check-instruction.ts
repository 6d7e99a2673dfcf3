import { z } from "zod";
import type { JsonObject } from "@/lib/contracts/ids";
import { givenArguments } from "@/lib/contracts/ifeval";
import { CONTENT_AND_FORMAT } from "./content-and-format";
import type { DetectLanguage } from "./detect-language";
import type { Instruction } from "./instruction";
import { WORDING } from "./wording";
import { WORDS_AND_LENGTH } from "./words-and-length";

/** The 25 verifiable instructions of IFEval (Zhou et al., 2023) by their ids. */
const INSTRUCTIONS: ReadonlyMap<string, Instruction> = new Map(
  Object.entries({ ...WORDS_AND_LENGTH, ...CONTENT_AND_FORMAT, ...WORDING }),
);

export const INSTRUCTION_IDS: readonly string[] = [...INSTRUCTIONS.keys()].toSorted();

/** Whether it takes `loadLanguageModel` to decide an instruction. */
export const needsLanguage = (id: string): boolean => INSTRUCTIONS.get(id)?.needsLanguage ?? false;

export type InstructionVerdict = { decided: true; follows: boolean } | { decided: false; why: string };

/**
 * Whether a reply keeps an instruction. Strict: the reply as it is. Loose: it or a variant of it does, without its first or
 * last line or asterisks. An empty reply keeps none. Undecided for an id that is none of the 25, for arguments that are
 * missing or wrong, and where the language matters and `detect` is null.
 */
export function checkInstruction(
  check: { instruction: string; arguments: JsonObject; strict: boolean },
  reply: string,
  detect: DetectLanguage | null,
): InstructionVerdict {
  const found = INSTRUCTIONS.get(check.instruction);
  if (!found) return { decided: false, why: `There is no instruction ${check.instruction}; see the 25 of IFEval.` };
  if (found.needsLanguage && detect === null) return { decided: false, why: "The model that tells languages is not loaded." };
  try {
    const follows = found.prepare(givenArguments(check.arguments));
    const variants = check.strict ? [reply] : looseVariants(reply);
    return { decided: true, follows: variants.some((variant) => variant.trim() !== "" && follows(variant, detect)) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    return {
      decided: false,
      why: `The arguments of ${check.instruction} cannot be used: ${issue?.path.join(".")}: ${issue?.message}.`,
    };
  }
}

/** Without a first line such as “Sure, here it is”, a last one such as “Let me know”, both, and each without asterisks. */
function looseVariants(reply: string): string[] {
  const lines = reply.split("\n");
  const cut = [reply, lines.slice(1), lines.slice(0, -1), lines.slice(1, -1)].map((part) =>
    typeof part === "string" ? part : part.join("\n").trim(),
  );
  return [...cut, ...cut.map((variant) => variant.replaceAll("*", ""))];
}
