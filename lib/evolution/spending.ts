import type { Spent } from "@/lib/contracts/evolution";
import type { Budget } from "@/lib/contracts/run-settings";

/** What two pieces of work took together; the cost is null where neither has a price. */
export const addSpent = (a: Spent, b: Spent): Spent => ({
  calls: a.calls + b.calls,
  tokens: a.tokens + b.tokens,
  cost: a.cost === null && b.cost === null ? null : (a.cost ?? 0) + (b.cost ?? 0),
});

/** What a budget leaves after what was spent, `minutes` of working time among it; null where one of its limits is reached. */
export function budgetLeft(budget: Budget, spent: Spent & { minutes: number }): Budget | null {
  const left = (limit: number | null, used: number) => (limit === null ? null : limit - used);
  const rest: Budget = {
    calls: left(budget.calls, spent.calls),
    tokens: left(budget.tokens, spent.tokens),
    cost: left(budget.cost, spent.cost ?? 0),
    minutes: left(budget.minutes, spent.minutes),
  };
  return Object.values(rest).some((limit) => limit !== null && limit <= 0) ? null : rest;
}
