import type { CaseCoding } from "@/lib/contracts/evolution";
import { jaccard } from "../agreement";
import type { Code } from "./induction";

/** A code with the step at which it shows in each of its members. */
export interface CodeMembers {
  code: Code;
  steps: Map<string, number>;
}

const membersOf = ({ steps }: CodeMembers) => new Set(steps.keys());

const byCase = (a: readonly [string, unknown], b: readonly [string, unknown]) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);

/** Shares of the larger code's members that are in both; 0 where it has none. */
function overlap(a: CodeMembers, b: CodeMembers): number {
  const most = Math.max(a.steps.size, b.steps.size);
  let both = 0;
  for (const id of a.steps.keys()) if (b.steps.has(id)) both += 1;
  return most === 0 ? 0 : both / most;
}

/** The two codes that overlap most, the larger one first; null where none overlap by `least`. */
function mostAlike(codes: readonly CodeMembers[], least: number): [into: CodeMembers, from: CodeMembers] | null {
  const pairs = codes.flatMap((into, index) =>
    codes.slice(index + 1).map((from) => ({ into, from, share: overlap(into, from) })),
  );
  const best = pairs.reduce((most, pair) => (pair.share > (most?.share ?? 0) ? pair : most), pairs[0]);
  return best === undefined || best.share < least ? null : [best.into, best.from];
}

/**
 * Merges codes whose members overlap by at least `least` of the larger one, the most alike first, until none do. The larger one
 * keeps its name, and a case that is in both the earlier step. Codes without members fall away.
 */
export function mergeCodes(codes: readonly CodeMembers[], least: number): CodeMembers[] {
  const left = codes
    .filter(({ steps }) => steps.size > 0)
    .map(({ code, steps }) => ({ code, steps: new Map([...steps].sort(byCase)) }));
  for (;;) {
    left.sort((a, b) => b.steps.size - a.steps.size);
    const pair = mostAlike(left, least);
    if (pair === null) return left;
    const [into, from] = pair;
    for (const [id, step] of from.steps) into.steps.set(id, Math.min(step, into.steps.get(id) ?? step));
    left.splice(left.indexOf(from), 1);
  }
}

export interface StableCodes {
  kept: (CodeMembers & { jaccard: number })[];
  unstable: { label: string; cases: number; jaccard: number }[];
}

/**
 * The codes of the first seed that the second found again: the best Jaccard of the members is at least `least`. What either
 * seed found alone is unstable.
 */
export function stableCodes(first: readonly CodeMembers[], second: readonly CodeMembers[], least: number): StableCodes {
  const best = (one: CodeMembers, others: readonly CodeMembers[]) =>
    Math.max(0, ...others.map((other) => jaccard(membersOf(one), membersOf(other))));
  const scored = first.map((one) => ({ ...one, jaccard: best(one, second) }));
  const alone = second.map((one) => ({ ...one, jaccard: best(one, first) }));
  return {
    kept: scored.filter((one) => one.jaccard >= least),
    unstable: [...scored, ...alone]
      .filter((one) => one.jaccard < least)
      .map((one) => ({ label: one.code.label, cases: one.steps.size, jaccard: one.jaccard })),
  };
}

/**
 * The first cause of each case: of its codes the one with the earliest step; of equals one of the owner that the coding names,
 * then the one with more members. Cases of no code are left out.
 */
export function primaryCodes<T extends CodeMembers>(codes: readonly T[], codings: readonly CaseCoding[]): Map<T, string[]> {
  const cases = new Map<T, string[]>();
  for (const coding of codings) {
    const [first] = codes
      .filter(({ steps }) => steps.has(coding.case))
      .sort(
        (a, b) =>
          (a.steps.get(coding.case) ?? 0) - (b.steps.get(coding.case) ?? 0) ||
          Number(b.code.owner === coding.owner) - Number(a.code.owner === coding.owner) ||
          b.steps.size - a.steps.size,
      );
    if (first !== undefined) cases.set(first, [...(cases.get(first) ?? []), coding.case]);
  }
  return cases;
}
