import type { CaseState } from "@/lib/contracts/run";
import { Icon } from "./icon";
import classes from "./score.module.css";

/** The score of one case, 0 to 1, in figure, icon and colour; a word where there is none. */
export function Score({ value, state }: { value: number | null; state: CaseState }) {
  if (value === null) return <span className={classes.none}>{state === "scored" ? "–" : state}</span>;
  return (
    <span className={classes.score} data-right={value === 1}>
      <Icon name={value === 1 ? "check" : "close"} size={11} />
      {value === 0.5 ? "0.5" : value.toFixed(0)}
    </span>
  );
}
