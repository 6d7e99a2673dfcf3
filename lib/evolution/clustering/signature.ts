import type { Check } from "@/lib/contracts/case";
import { type EvaluatedCase, failedChecksOf } from "../evaluated-case";
import { disagreementsOf, disagreementText } from "../judged/disagreement";
import { maskText } from "./text-vectors";

/** What a failure looks like from outside (METHODS.md section 1, step 2). */
export interface FailureSignature {
  failedChecks: string[];
  terminalState: string;
  /** The first hook that did not let things pass, or the first tool that failed, with numbers masked; "" for none. */
  firstFault: string;
  skills: string[];
  category: string;
}

/** A check as a kind of demand, without the values that only one case knows: `tool-called search`, `grounded price`. */
export function checkSignature(check: Check): string {
  switch (check.kind) {
    case "tool-called":
    case "tool-not-called":
      return `${check.kind} ${check.tool}`;
    case "tool-order":
      return `${check.kind} ${check.tools.join(" > ")}`;
    case "grounded":
      return `${check.kind} ${[...check.claims].sort().join("+")}`;
    case "reply-language":
      return `${check.kind} ${check.language}`;
    case "skill-loaded":
      return `${check.kind} ${check.skillKind}`;
    case "judge":
      return `${check.kind} ${check.question}`;
    case "human-label":
      return `${check.kind} ${check.label}`;
    default:
      return check.kind;
  }
}

export function failureSignature(one: EvaluatedCase): FailureSignature {
  const { result } = one;
  const stopped = result.features.hooks.find((hook) => hook.decision !== "allow" && hook.decision !== "change");
  const fault =
    stopped !== undefined ? `hook ${stopped.hook} ${stopped.decision}` : (result.features.toolErrors[0] ?? result.reason ?? "");
  return {
    // The kind and the demand each count, so that two demands of one kind are half alike.
    failedChecks: [
      ...new Set([
        ...failedChecksOf(one).flatMap((check) => [checkSignature(check), `demand ${check.id}`]),
        ...disagreementsOf(one).map(disagreementText),
      ]),
    ].sort(),
    terminalState: `${result.state} ${result.features.stopReason}`,
    firstFault: maskText(fault),
    skills: [...new Set(result.features.skills)].sort(),
    category: result.category,
  };
}

/** 1 − Jaccard; 0 for two empty sets. */
export function setMismatch(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return 0;
  const other = new Set(b);
  const shared = a.filter((item) => other.has(item)).length;
  return 1 - shared / (a.length + b.length - shared);
}

/** Weights of the signature's parts; they sum to 1. What failed says most. */
export const SIGNATURE_WEIGHTS = { failedChecks: 0.4, category: 0.25, skills: 0.15, terminalState: 0.1, firstFault: 0.1 };

/** Weighted mismatch of two signatures, from 0 (equal) to 1. */
export function signatureMismatch(a: FailureSignature, b: FailureSignature): number {
  return (
    SIGNATURE_WEIGHTS.failedChecks * setMismatch(a.failedChecks, b.failedChecks) +
    SIGNATURE_WEIGHTS.category * (a.category === b.category ? 0 : 1) +
    SIGNATURE_WEIGHTS.skills * setMismatch(a.skills, b.skills) +
    SIGNATURE_WEIGHTS.terminalState * (a.terminalState === b.terminalState ? 0 : 1) +
    SIGNATURE_WEIGHTS.firstFault * (a.firstFault === b.firstFault ? 0 : 1)
  );
}
