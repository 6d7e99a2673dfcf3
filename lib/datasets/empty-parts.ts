import type { Case } from "@/lib/contracts/case";

/** A case without the parts of robustness sets where it has none: it hashes and is written as before there were any. */
export function withoutEmptyParts(item: Case): Partial<Case> {
  const { distractorTools, instructions, ...rest } = item;
  return {
    ...rest,
    ...(distractorTools.length > 0 && { distractorTools }),
    ...(instructions.length > 0 && { instructions }),
  };
}
