import "server-only";
import type { Spent } from "@/lib/contracts/evolution";
import type { Budget } from "@/lib/contracts/run-settings";

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
