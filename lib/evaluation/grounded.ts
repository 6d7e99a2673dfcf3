import type { Case, ClaimKind } from "@/lib/contracts/case";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { type Claim, extractClaims } from "./claims";
import { collectEvidence, type Evidence, supports } from "./evidence";

export interface GroundedVerdict {
  passed: boolean;
  why: string;
  unsupported: Claim[];
}

/**
 * Whether every claim of the given kinds in the reply is supported by a tool result, the context, the dialogue or a figure of
 * the viewer's own (TaoLive report, section 4.2: no unsupported claims). Text and numbers decide; no model is asked.
 */
export function checkGrounded(
  item: Case,
  trajectory: Pick<Trajectory, "reply" | "steps">,
  kinds: readonly ClaimKind[],
  harnessTools?: ReadonlySet<string>,
): GroundedVerdict {
  const claims = extractClaims(trajectory.reply).filter((claim) => kinds.includes(claim.kind));
  if (claims.length === 0) return { passed: true, why: `The reply makes no ${kinds.join(", ")} claim.`, unsupported: [] };
  const evidence = collectEvidence(item, trajectory, harnessTools);
  const unsupported = claims.filter((claim) => !supports(evidence, claim));
  if (unsupported.length === 0) {
    return { passed: true, why: `Each claim is in a tool result or the context: ${claims.map(quote).join(", ")}.`, unsupported };
  }
  const missing = unsupported.map((claim) => `${quote(claim)} (${claim.kind}; ${found(evidence, claim)})`);
  return { passed: false, why: `No tool result or context supports ${missing.join(", ")}.`, unsupported };
}

const quote = (claim: Claim) => `“${claim.text}”`;

function found(evidence: Evidence, claim: Claim): string {
  if (claim.kind === "price") return `amounts found: ${listed(evidence.amounts)}`;
  if (claim.kind === "stock") return `stock found: ${listed([...evidence.stockCounts, ...evidence.stockStatuses])}`;
  return evidence.anyPromotion ? `figures of promotions found: ${listed(evidence.promotionNumbers)}` : "no promotion found";
}

function listed(values: readonly (number | string)[]): string {
  const distinct = [...new Set(values)];
  if (distinct.length === 0) return "none";
  return distinct.slice(0, 6).join(", ") + (distinct.length > 6 ? " …" : "");
}
