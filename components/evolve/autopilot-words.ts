import { amountText, budgetNames } from "@/components/runs/budget-form";
import type { IconName } from "@/components/ui/icon";
import type { Tone } from "@/components/ui/status-badge";
import type { Autopilot, AutopilotBranch, AutopilotFinish } from "@/lib/contracts/autopilot";
import type { Campaign } from "@/lib/contracts/evolution";

/** Best first by the lower bound of the difference; those without one last, in their order. */
export function rankByLowerBound(branches: readonly AutopilotBranch[]): AutopilotBranch[] {
  const bound = ({ low }: AutopilotBranch) => low ?? Number.NEGATIVE_INFINITY;
  const rank = (a: AutopilotBranch, b: AutopilotBranch) => (bound(a) === bound(b) ? 0 : bound(b) - bound(a));
  return [...branches].sort(rank);
}

/** Name of the branch with the highest mean where that is not the first by lower bound; null where the two agree. */
export function luckyBranch(branches: readonly AutopilotBranch[]): string | null {
  const measured = rankByLowerBound(branches).filter((branch) => branch.mean !== null);
  const first = measured[0];
  const highest = measured.reduce<AutopilotBranch | undefined>(
    (best, branch) => (best === undefined || (branch.mean ?? 0) > (best.mean ?? 0) ? branch : best),
    undefined,
  );
  return first && highest && highest.name !== first.name ? highest.name : null;
}

/** A reason as its short name and what more there is to say: "stopped by rule (a)" and the number of its clause. */
export function finishWords({ text }: AutopilotFinish): { reason: string; detail: string } {
  const colon = text.indexOf(": ");
  return colon < 0 ? { reason: text, detail: "" } : { reason: text.slice(0, colon), detail: text.slice(colon + 2) };
}

export const finishLooks: Record<AutopilotFinish["cause"], { tone: Tone; icon: IconName }> = {
  "no-improvement": { tone: "neutral", icon: "dot" },
  "nothing-to-propose": { tone: "neutral", icon: "dot" },
  "stopped-by-rule": { tone: "warn", icon: "stop" },
  depth: { tone: "good", icon: "check" },
  budget: { tone: "warn", icon: "warning" },
  person: { tone: "neutral", icon: "stop" },
  failed: { tone: "bad", icon: "error" },
  "studio-stopped": { tone: "bad", icon: "stop" },
  done: { tone: "good", icon: "check" },
};

/** What is spent against each limit, as a share from 0 to 100 and in words; only the limits that are set. */
export function spentAgainst({ settings, spent }: Pick<Autopilot, "settings" | "spent">) {
  return budgetNames.flatMap((name) => {
    const most = settings.budget[name];
    if (most === null) return [];
    const text = `${amountText(name, spent[name])} of ${amountText(name, most)}`;
    return [{ name, share: Math.min(100, (100 * spent[name]) / most), text }];
  });
}

/** Everything that was spent, in words, nothing left out but what is zero. */
export function spentInAll({ spent }: Pick<Autopilot, "spent">): string {
  const parts = budgetNames.flatMap((name) => (spent[name] > 0 ? [amountText(name, spent[name])] : []));
  return parts.length === 0 ? "nothing spent" : parts.join(", ");
}

/** Runs of the stage that all branches begin at and of a branch's best stage, to set against each other; null without both. */
export function branchRuns(
  { stages }: Pick<Campaign, "stages">,
  { from }: Autopilot["settings"],
  { best }: AutopilotBranch,
): { base: string; head: string } | null {
  const runOf = (id: string | null) => stages.find((stage) => stage.id === id)?.run ?? null;
  const [base, head] = [runOf(from), runOf(best)];
  return base === null || head === null ? null : { base, head };
}
