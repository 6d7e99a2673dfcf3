import { Icon } from "@/components/ui/icon";
import { CLAUSE_LETTERS, type StopAdvice } from "@/lib/contracts/evolution";
import { clauseName } from "./clause-names";
import classes from "./stages.module.css";

/** The stop rule: the advice in one sentence, then each clause with its letter, its number and its threshold. */
export function StopClauses({ advice, action }: { advice: StopAdvice; action?: React.ReactNode }) {
  return (
    <div>
      <div className={classes.advice}>
        <p>{advice.explanation} The decision is yours.</p>
        {action}
      </div>
      <ul className={classes.clauses}>
        {advice.clauses.map((clause) => (
          <li key={clause.clause} data-holds={clause.holds === true}>
            <div className={classes.clauseName}>
              <span>
                <span className={classes.letter}>({CLAUSE_LETTERS[clause.clause]})</span> {clauseName(clause.clause)}
              </span>
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
