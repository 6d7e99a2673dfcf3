import type { StopAdvice } from "@/lib/contracts/evolution";

/** Characters that a reason may have. */
const LONGEST = 2_000;

/** Why a checkpoint is restored: the advice where it names that stage, else that it was chosen by hand beside the advice. */
export function restoreReason(stage: string, { stage: named, explanation }: Pick<StopAdvice, "stage" | "explanation">): string {
  const reason = named === stage ? explanation : `Chosen by hand. The stop rule said: ${explanation}`;
  return reason.length <= LONGEST ? reason : `${reason.slice(0, LONGEST - 1)}…`;
}
