import { amountText } from "@/components/runs/budget-form";
import { formatCount, plural } from "@/components/ui/format";
import type { IconName } from "@/components/ui/icon";
import type { EntryCredit, StageCredit } from "@/lib/contracts/credit";
import type { RunMetrics } from "@/lib/contracts/run";

/** A verdict as sign, icon and word, and its tone. */
export interface VerdictLook {
  sign: string;
  icon: IconName;
  word: string;
  tone: "right" | "wrong" | "half" | "unknown";
}

export const verdictLooks: Record<EntryCredit["verdict"], VerdictLook> = {
  helps: { sign: "+", icon: "arrowUp", word: "helps", tone: "right" },
  hurts: { sign: "−", icon: "arrowDown", word: "hurts", tone: "wrong" },
  mixed: { sign: "±", icon: "compare", word: "fixes and breaks", tone: "half" },
  "no-effect": { sign: "0", icon: "dot", word: "no effect seen", tone: "unknown" },
  untested: { sign: "?", icon: "warning", word: "not tested", tone: "unknown" },
};

/** What the reruns will take: entries times changed cases, less those done before, at what a case of the stage's run took. */
export interface CreditEstimate {
  reruns: number;
  /** Null where the run does not say. */
  calls: number | null;
  tokens: number | null;
  cost: number | null;
}

export function creditEstimate(
  entries: number,
  changed: number,
  { cases, calls, tokens, cost }: Pick<RunMetrics, "cases" | "calls" | "tokens" | "cost">,
  done = 0,
): CreditEstimate {
  const reruns = Math.max(0, entries * changed - done);
  const each = (amount: number | null) => (amount === null || cases === 0 ? null : (amount / cases) * reruns);
  const callsOf = each(calls);
  return {
    reruns,
    calls: callsOf === null ? null : Math.ceil(callsOf),
    tokens: tokens.perCase === null ? null : Math.ceil(tokens.perCase * reruns),
    cost: each(cost),
  };
}

/** "3 entries × 14 changed cases: 42 reruns, about 42 calls, 12,000 tokens"; of which some may be done already. */
export function estimateWords(
  entries: number,
  changed: number,
  { reruns, calls, tokens, cost }: CreditEstimate,
  done = 0,
): string {
  const amounts = [
    ...(calls === null ? [] : [amountText("calls", calls)]),
    ...(tokens === null ? [] : [amountText("tokens", tokens)]),
    ...(cost === null || cost === 0 ? [] : [amountText("cost", cost)]),
  ];
  const about = amounts.length === 0 ? "" : `, about ${amounts.join(", ")}`;
  return `${plural(entries, "entry", "entries")} × ${plural(changed, "changed case")}: ${plural(reruns, "rerun")}${done > 0 ? ` left, ${formatCount(done)} done before and kept` : ""}${about}`;
}

/** Twice the calls that are expected: a limit that a sound run does not meet. Null where they are not known. */
export const sensibleCalls = ({ calls }: CreditEstimate): number | null => (calls === null || calls === 0 ? null : calls * 2);

/** How the reruns ended, or how far they are. */
export function creditStatusWords({ status, done, total, error }: StageCredit): string {
  const far = `${formatCount(done)} of ${plural(total, "rerun")}`;
  switch (status) {
    case "running":
      return far;
    case "completed":
      return `${plural(done, "rerun")}, all that were planned.`;
    case "budget":
      return `The budget was spent after ${far}. What is known so far is below.`;
    case "stopped":
      return `Stopped after ${far}. What is known so far is below.`;
    case "failed":
      return `Failed after ${far}: ${error ?? "no reason was given"}.`;
  }
}

/** The reason that is offered for the removal of an entry. It names no case: the reason is shown to the analyst. */
export const removalReason = ({ title, fixed, broken }: Pick<EntryCredit, "title" | "fixed" | "broken">): string =>
  `Left out one at a time, “${title}” broke ${plural(broken.length, "case")} and fixed ${formatCount(fixed.length)}.`;

/** Entries that hurt first, then mixed ones, those that help, and the rest; more broken first within each. */
export function orderCredits(entries: readonly EntryCredit[]): EntryCredit[] {
  const rank: Record<EntryCredit["verdict"], number> = { hurts: 0, mixed: 1, helps: 2, "no-effect": 3, untested: 4 };
  return [...entries].sort((a, b) => rank[a.verdict] - rank[b.verdict] || b.broken.length - a.broken.length);
}
