import { formatCount, plural } from "@/components/ui/format";
import type { DatasetKind, DatasetRole } from "@/lib/contracts/case";
import type { LookSummary } from "@/lib/contracts/look";

export const roleWords: Record<DatasetRole, string> = { dev: "dev set", gate: "gate set", vault: "vault" };

export const kindWords: Record<Exclude<DatasetKind, "general">, string> = {
  "tool-robustness": "tool robustness",
  "prompt-robustness": "prompt robustness",
  "instruction-following": "instruction following",
  "judge-labels": "judge labels",
};

/** How the looks at a set stand, in a sentence or two; null for a dev set, which is looked at freely. */
export function lookWords(role: DatasetRole, looks: LookSummary): { text: string; worn: boolean } | null {
  if (role === "dev" || looks.nextAlpha === null) return null;
  const runs = `${formatCount(looks.runs)} of ${plural(looks.limit, "run")} used on this version`;
  const opened = looks.trajectories === 0 ? "" : `, ${plural(looks.trajectories, "trajectory opened", "trajectories opened")}`;
  const used = `${runs}${opened}.`;
  if (looks.wornOut) {
    return {
      text: `Worn out: ${used} What is decided on it now may be luck. Import a new version with fresh cases to refill it.`,
      worn: true,
    };
  }
  const next = `The next run may spend α = ${formatAlpha(looks.nextAlpha)}.`;
  const vault = role === "vault" ? " A vault gives one run for each promotion to production." : "";
  return { text: `${used} ${next}${vault}`, worn: false };
}

/** A significance level with as many decimals as it takes: 0.0304, 0.00012. */
export const formatAlpha = (alpha: number | null): string => (alpha === null ? "–" : String(Number(alpha.toPrecision(3))));
