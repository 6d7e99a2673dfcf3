import { formatCount, plural } from "@/components/ui/format";
import type { Budget, RunPreview } from "@/lib/contracts/run-settings";
import { amountText, budgetNames } from "./budget-form";

const labels: Record<keyof Budget, string> = { calls: "Model calls", tokens: "Tokens", cost: "Cost", minutes: "Time" };

/** A figure of a preview. `range` is null where nothing is known of it. */
export interface PreviewFigure {
  name: keyof Budget;
  label: string;
  expected: string;
  range: string | null;
}

const bare = (name: keyof Budget, amount: number): string => amountText(name, amount).replace(/ (calls|tokens)$/, "");

/** Seconds are a guess and need no decimals. */
function shown(name: keyof Budget, amount: number): string {
  return name === "minutes" && amount < 0.95 ? `${Math.max(1, Math.round(amount * 60))} s` : bare(name, amount);
}

/** Each figure as expected, with its range; what is not known is "unknown", never zero. */
export function previewFigures(preview: RunPreview): PreviewFigure[] {
  return budgetNames.map((name) => {
    const range = preview[name];
    if (range === null) return { name, label: labels[name], expected: "unknown", range: null };
    const [low, high] = [shown(name, range.low), shown(name, range.high)];
    return { name, label: labels[name], expected: shown(name, range.expected), range: low === high ? null : `${low} to ${high}` };
  });
}

/** "482 case results, of which earlier runs have 240" */
export function previewCases({ cases, reusable }: RunPreview): string {
  const all = plural(cases, "case result");
  if (reusable === 0) return all;
  if (reusable >= cases) return `${all}, which earlier runs have`;
  return `${all}, of which earlier runs have ${formatCount(reusable)}`;
}

/** One sentence for each limit of the budget that the expectation is beyond. */
export function previewWarnings({ exceeds, ...preview }: RunPreview, budget: Budget): string[] {
  return exceeds.flatMap((name) => {
    const [expected, most] = [preview[name]?.expected, budget[name]];
    if (expected === undefined || most === null) return [];
    return `The run will likely stop before its end: ${amountText(name, expected)} are expected, ${amountText(name, most)} are allowed.`;
  });
}
