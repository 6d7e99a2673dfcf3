import { Icon } from "@/components/ui/icon";
import type { StopAdvice, StopClause } from "@/lib/contracts/evolution";
import classes from "./stages.module.css";

const names: Record<StopClause["clause"], string> = {
  sparse: "Failures are sparse",
  "expected-loss": "An edit is likelier to lose",
  "two-rejected": "Two stages rejected in a row",
  undetectable: "Too small to detect",
  overfitting: "Overfitting the dev set",
};

/** The stop rule: the advice in one sentence, then each clause with its number and threshold. */
export function StopClauses({ advice }: { advice: StopAdvice }) {
  return (
    <div>
      <p>{advice.explanation} The decision is yours.</p>
      <ul className={classes.clauses}>
        {advice.clauses.map((clause) => (
          <li key={clause.clause} data-holds={clause.holds === true}>
            <div className={classes.clauseName}>
              {names[clause.clause]}
              <span className={classes.clauseState}>
                <Icon name={clause.holds === null ? "dot" : clause.holds ? "stop" : "close"} size={12} />
                {clause.holds === null ? "not known yet" : clause.holds ? "holds" : "does not hold"}
              </span>
            </div>
            <p className={classes.explanation}>{clause.explanation}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
