import { Icon, type IconName } from "@/components/ui/icon";
import type { CaseState } from "@/lib/contracts/run";
import classes from "./runs.module.css";

function look(score: number | null): { tone: string; icon: IconName } {
  if (score === null) return { tone: "unknown", icon: "warning" };
  if (score === 1) return { tone: "right", icon: "check" };
  return score === 0 ? { tone: "wrong", icon: "close" } : { tone: "half", icon: "dot" };
}

/** A case's score as a number and an icon; "unscored" or "failed" where that is what happened. */
export function ScoreMark({ score, state }: { score: number | null; state: CaseState }) {
  const { tone, icon } = look(score);
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon name={icon} size={12} />
      {score === null ? (state === "scored" ? "–" : state) : score}
    </span>
  );
}

/** "3 fixed" or "2 broken", with sign, icon and word. */
export function FlipCount({ direction, count }: { direction: "fixed" | "broken"; count: number }) {
  if (count === 0) return <span className={classes.faint}>0 {direction}</span>;
  const fixed = direction === "fixed";
  return (
    <span className={classes.mark} data-tone={fixed ? "right" : "wrong"}>
      <Icon name={fixed ? "arrowUp" : "arrowDown"} size={12} />
      {fixed ? "+" : "−"}
      {count} {direction}
    </span>
  );
}
