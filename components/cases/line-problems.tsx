import type { LineProblem } from "@/lib/contracts/case";
import classes from "./cases.module.css";

/** Which lines of a case file are malformed, and why. */
export function LineProblems({ problems }: { problems: readonly LineProblem[] }) {
  return (
    <ul className={classes.lines}>
      {problems.map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          <span className={classes.lineNumber}>line {line}</span>
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}
