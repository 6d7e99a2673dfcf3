import type { Check } from "@/lib/contracts/case";
import type { CheckResult } from "@/lib/contracts/run";
import { checkInstruction, needsLanguage } from "./check-instruction";
import { type DetectLanguage, loadLanguageModel } from "./detect-language";

type InstructionCheck = Extract<Check, { kind: "ifeval" }>;

/** The verdict of an `ifeval` check. */
export function keepsInstruction(
  check: InstructionCheck,
  reply: string,
  detect: DetectLanguage | null,
): Pick<CheckResult, "verdict" | "why"> {
  const verdict = checkInstruction(check, reply, detect);
  if (!verdict.decided) return { verdict: "unscored", why: verdict.why };
  const how = check.strict ? "" : ", loosely read";
  const asked = `${check.instruction} ${JSON.stringify(check.arguments)}${how}`;
  return verdict.follows
    ? { verdict: "passed", why: `The reply keeps ${asked}.` }
    : { verdict: "failed", why: `The reply does not keep ${asked}.` };
}

/** The model that tells languages, where a check asks for it; null where none does, or where it cannot be loaded. */
export async function languageModelFor(checks: readonly Check[]): Promise<DetectLanguage | null> {
  if (!checks.some((check) => check.kind === "ifeval" && needsLanguage(check.instruction))) return null;
  return loadLanguageModel().catch(() => null);
}
