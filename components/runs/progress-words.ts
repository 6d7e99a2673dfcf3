import { formatCount, plural } from "@/components/ui/format";
import type { Run, RunProgress } from "@/lib/contracts/run";
import type { Budget } from "@/lib/contracts/run-settings";
import { amountText, budgetNames } from "./budget-form";

type Spent = RunProgress["spent"];

/**
 * "8 under way, 8 at a time". Where the limit is below what the run begins with it says why: trouble lowered it
 * (`run.outcome`), or the endpoint allows no more.
 */
export function paceText({ active, limit }: NonNullable<RunProgress["concurrency"]>, run: Run): string {
  const { concurrency } = run.settings;
  const under = `${formatCount(active)} under way, `;
  if (limit > concurrency) return `${under}${limit} at a time, grown from ${concurrency}`;
  if (limit === concurrency) return `${under}${limit} at a time`;
  if ((run.outcome.concurrency?.lowered ?? 0) > 0) {
    return `${under}the limit fell from ${concurrency} to ${limit} after 429s, overload or timeouts`;
  }
  return `${under}${limit} at a time, ${run.embedded ? "as the stand-in policy computes in the studio itself" : "as the endpoint allows no more"}`;
}

/** "waiting 12 s as the endpoint asks"; null where nothing holds the run up. */
export function heldText({ heldSeconds }: NonNullable<RunProgress["concurrency"]>): string | null {
  return heldSeconds < 1 ? null : `waiting ${formatCount(Math.ceil(heldSeconds))} s, as the endpoint asks or after failures`;
}

/** An amount before "of" its limit: its unit is said once where both have the same. */
function bareAmount(name: keyof Budget, amount: number, most: number): string {
  const [text, limit] = [amountText(name, amount), amountText(name, most)];
  const unit = / [a-z]+$/.exec(limit)?.[0] ?? "";
  return unit !== "" && text.endsWith(unit) ? text.slice(0, -unit.length) : text;
}

/** What is spent, against the limit where there is one: "312 of 500 calls, 93,000 tokens". Time only where it is limited. */
export function spentText(spent: Spent, budget: Budget): string {
  const parts = budgetNames.flatMap((name) => {
    const most = budget[name];
    if (most !== null) return [`${bareAmount(name, spent[name], most)} of ${amountText(name, most)}`];
    return spent[name] > 0 && name !== "minutes" ? [amountText(name, spent[name])] : [];
  });
  return parts.length === 0 ? "nothing spent yet" : parts.join(", ");
}

/** "3 workers"; what to do where none is connected; null where cases run in the studio itself. */
export function workersText(workers: number | null): string | null {
  if (workers === null) return null;
  return workers === 0 ? "No worker is connected: start one with `studio worker`." : plural(workers, "worker");
}
