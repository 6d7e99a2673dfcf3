import { formatCount, formatShare, plural } from "@/components/ui/format";
import type { Run } from "@/lib/contracts/run";
import type { EarlyOutcome, ReuseReport } from "@/lib/contracts/run-settings";
import { amountText } from "./budget-form";
import { spentText } from "./progress-words";

/** Something to know of how a run went; `run` is another run that it names. */
export interface RunFact {
  label: string;
  text: string;
  warning?: boolean;
  run?: { id: string; label: string };
}

const decisions: Record<EarlyOutcome["decision"], string> = {
  worse: "Worse than the base",
  "not-enough": "The gain that is needed is out of reach",
  reached: "The gain that is needed is certain",
  undecided: "Undecided after every case",
};

function earlyFact(early: EarlyOutcome, run: Run): RunFact {
  const { wins, losses, used, saved, evidence } = early;
  const asked = run.settings.early;
  const by =
    early.mode === "anytime"
      ? `e-value ${evidence === null ? "unknown" : evidence < 100 ? evidence.toFixed(2) : formatCount(Math.round(evidence))}${asked?.mode === "anytime" ? `, ${Number((1 / asked.alpha).toFixed(1))} was needed` : ""}`
      : `net gain ${wins - losses < 0 ? "\u2212" : ""}${Math.abs(wins - losses)}${asked?.mode === "curtail" ? `, ${asked.needed} was needed` : ""}`;
  const share = run.counts.total === 0 ? null : saved / run.counts.total;
  const spared = saved === 0 ? "No case was saved." : `${plural(saved, "case")} saved, ${formatShare(share)} % of the run.`;
  const partial =
    early.mode === "curtail" && saved > 0
      ? " What the base failed was run first, so the scores above are those of hard cases and no estimate for the set."
      : "";
  return {
    label: "Early decision",
    text: `${decisions[early.decision]}: ${wins} won and ${losses} lost over ${plural(used, "paired case")}; ${by}. ${spared} ${early.guarantee}${partial}`,
    run: { id: early.base, label: "The base" },
  };
}

function reuseFact({ hits, audited, scoresDiffered, repliesDiffered }: ReuseReport): RunFact {
  const taken = `${plural(hits, "result")} taken from earlier runs; their latency is not measured.`;
  if (audited === 0) return { label: "Reuse", text: `${taken} None was run again to check.` };
  const checked = `${formatCount(audited)} more ${audited === 1 ? "was" : "were"} run again to check: `;
  if (scoresDiffered > 0) {
    const differed = `the scores of ${formatCount(scoresDiffered)} differed, so the results taken over may not hold. Run it without reuse before you rely on it.`;
    return { label: "Reuse", text: `${taken} ${checked}${differed}`, warning: true };
  }
  const replies =
    repliesDiffered === 0 ? "all were the same" : `every score held, ${formatCount(repliesDiffered)} replied in other words`;
  return { label: "Reuse", text: `${taken} ${checked}${replies}.` };
}

/** What there is to know of a run that has ended beyond its scores; nothing that did not happen. */
export function howItRan(run: Run): RunFact[] {
  const { outcome, settings } = run;
  const { stop, early, reuse, concurrency, spent, rerunFailed } = outcome;
  const facts: RunFact[] = [];
  if (stop) {
    const left = `${plural(stop.notRun, "case")} ${stop.notRun === 1 ? "was" : "were"} not run and ${stop.notRun === 1 ? "is" : "are"} unscored.`;
    facts.push({
      label: "Stopped",
      text: stop.cause === "early" ? left : `${run.reason ?? ""} ${left}`.trim(),
      warning: stop.cause === "budget",
    });
  }
  if (early) facts.push(earlyFact(early, run));
  if (reuse) facts.push(reuseFact(reuse));
  if (rerunFailed > 0) {
    facts.push({
      label: "Run again",
      text: `${plural(rerunFailed, "failed case")} ${rerunFailed === 1 ? "was" : "were"} run again: the scores may flatter.`,
      warning: true,
    });
  }
  if (concurrency) {
    const lowered =
      concurrency.lowered === 0
        ? "never lowered"
        : `lowered ${plural(concurrency.lowered, "time")} by 429s, overload or timeouts`;
    facts.push({
      label: "Cases at once",
      text: `${formatCount(concurrency.most)} at most, ${formatCount(concurrency.last)} allowed at the end; ${lowered}.`,
    });
  }
  if (spent.calls > 0 || spent.tokens > 0 || spent.minutes > 0) {
    const time =
      settings.budget.minutes === null && spent.minutes >= 0.005
        ? `, ${amountText("minutes", spent.minutes)} of working time`
        : "";
    facts.push({ label: "Spent", text: `${spentText(spent, settings.budget)}${time}. Retries and judges count.` });
  }
  if (run.noiseOf !== null) {
    facts.push({
      label: "Noise",
      text: "A repetition with another seed, to know what two equal runs differ by.",
      run: { id: run.noiseOf, label: "The run it repeats" },
    });
  }
  return facts;
}
