import { formatCount, formatDuration } from "@/components/ui/format";
import { Budget, type RunOutcome } from "@/lib/contracts/run-settings";

/** A number field as it stands: empty, a number, or a beginning of one. */
export type Typed = string | number;

export type BudgetFields = Record<keyof Budget, Typed>;

export const noBudget: BudgetFields = { calls: "", tokens: "", cost: "", minutes: "" };

export const budgetNames = ["calls", "tokens", "cost", "minutes"] as const satisfies readonly (keyof Budget)[];

export const budgetFieldsOf = (budget: Budget): BudgetFields => ({
  calls: budget.calls ?? "",
  tokens: budget.tokens ?? "",
  cost: budget.cost ?? "",
  minutes: budget.minutes ?? "",
});

/** As much again as each limit was, on top of what is spent. */
export const moreBudget = (budget: Budget, spent: RunOutcome["spent"]): BudgetFields =>
  budgetFieldsOf({
    calls: budget.calls === null ? null : budget.calls + spent.calls,
    tokens: budget.tokens === null ? null : budget.tokens + spent.tokens,
    cost: budget.cost === null ? null : Number((budget.cost + spent.cost).toFixed(2)),
    minutes: budget.minutes === null ? null : Math.ceil(budget.minutes + spent.minutes),
  });

/** Null where the field is empty; not a number where it holds none. */
export const numberOf = (typed: Typed): number | null =>
  typeof typed === "string" && typed.trim() === "" ? null : Number(typed);

const WHOLE = "a whole number from 1, or empty for no limit";
const POSITIVE = "more than 0, or empty for no limit";
const words: Record<keyof Budget, string> = { calls: WHOLE, tokens: WHOLE, cost: POSITIVE, minutes: POSITIVE };

const MINUTE_MS = 60_000;

/** "1,200 calls", "$2.50", "12.5 minutes"; time under a minute, or over an hour, as "12.0 s" or "2 h 5 min" */
export function amountText(name: keyof Budget, amount: number): string {
  if (name === "cost") return `$${amount > 0 && amount < 0.1 ? amount.toFixed(4) : amount.toFixed(2)}`;
  if (name === "minutes") {
    if (amount < 0.95 || amount >= 60) return formatDuration(amount * MINUTE_MS);
    const minutes = Number(amount.toFixed(1));
    return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  }
  return `${formatCount(Math.round(amount))} ${name}`;
}

/** What the limits come to in words: "500 calls, 10 minutes"; "none" where there is none. */
export function budgetText(budget: Budget): string {
  const parts = budgetNames.flatMap((name) => (budget[name] === null ? [] : [amountText(name, budget[name])]));
  return parts.length === 0 ? "none" : parts.join(", ");
}

/** The budget, or what is wrong with each field. What is spent already counts: a limit that is reached would stop at once. */
export function parseBudget(
  fields: BudgetFields,
  spent?: RunOutcome["spent"],
): { budget: Budget | null; problems: Partial<Record<keyof Budget, string>> } {
  const problems: Partial<Record<keyof Budget, string>> = {};
  const parsed = Budget.safeParse(Object.fromEntries(budgetNames.map((name) => [name, numberOf(fields[name])])));
  if (!parsed.success) {
    for (const { path } of parsed.error.issues) {
      const name = budgetNames.find((each) => each === path[0]);
      if (name) problems[name] = words[name];
    }
    return { budget: null, problems };
  }
  for (const name of budgetNames) {
    const most = parsed.data[name];
    if (spent && most !== null && most <= spent[name]) problems[name] = `${amountText(name, spent[name])} are spent already`;
  }
  return { budget: Object.keys(problems).length === 0 ? parsed.data : null, problems };
}
