import type { Autopilot, AutopilotBranch, AutopilotFinish } from "@/lib/contracts/autopilot";
import { CLAUSE_LETTERS, type StopClause } from "@/lib/contracts/evolution";
import type { Budget } from "@/lib/contracts/run-settings";

type Spent = Autopilot["spent"];

const LIMITS: readonly (keyof Budget)[] = ["calls", "tokens", "cost", "minutes"];

/** The limits of a budget that are reached, in words. */
export function reachedLimit(budget: Budget, spent: Spent): string {
  const name = LIMITS.find((one) => budget[one] !== null && spent[one] >= (budget[one] ?? 0));
  return name === undefined ? "budget: what is left is too little for the next step" : `budget: the limit of ${name} is reached`;
}

/**
 * Best first: by the lower bound of the difference, never by its mean, since the best mean of many tries is mostly luck
 * (METHODS.md, introduction and section 5). Branches without a score come last, in their order.
 */
export function rankBranches(branches: readonly AutopilotBranch[]): AutopilotBranch[] {
  const of = (branch: AutopilotBranch) => branch.low ?? Number.NEGATIVE_INFINITY;
  return branches
    .map((branch, index) => ({ branch, index }))
    .sort((a, b) => of(b.branch) - of(a.branch) || a.index - b.index)
    .map(({ branch }) => branch);
}

/** The finish that the stop rule gives where one of its clauses holds: the first of them. Null where none does. */
export function finishOfRule(clauses: readonly StopClause[]): AutopilotFinish | null {
  const holding = clauses.find(({ holds }) => holds === true);
  if (holding === undefined) return null;
  const clause = CLAUSE_LETTERS[holding.clause];
  return { cause: "stopped-by-rule", clause, text: `stopped by rule (${clause}): ${holding.explanation}` };
}

/** The entries of one diagnosis dealt to branches in turn, so that the best of them begins the first branch. */
export function dealEntries<T>(entries: readonly T[], branches: number, most: number): T[][] {
  const dealt = Array.from({ length: Math.min(branches, entries.length) }, (): T[] => []);
  entries.forEach((entry, index) => {
    const hand = dealt[index % dealt.length];
    if (hand !== undefined && hand.length < most) hand.push(entry);
  });
  return dealt;
}
