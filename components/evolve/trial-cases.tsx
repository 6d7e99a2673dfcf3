import Link from "next/link";
import { caseHref } from "@/components/runs/case-filters";
import type { Campaign } from "@/lib/contracts/evolution";
import type { TrialCase } from "@/lib/contracts/trial";
import { OutcomeMark } from "./entry-reasoning";
import classes from "./evolve.module.css";
import review from "./review.module.css";
import { TextBlock } from "./text-block";
import { scoreChange } from "./trial-words";

const why: Record<TrialCase["why"], string> = { fails: "failed before", "at-risk": "passed, at risk" };

function Reply({ name, text }: { name: string; text: string }) {
  return (
    <>
      <h4>{name}</h4>
      <TextBlock label={`Reply ${name.toLowerCase()}`} text={text === "" ? "No reply" : text} />
    </>
  );
}

interface TrialCasesProps {
  project: string;
  kind: Campaign["kind"];
  run: string;
  cases: readonly TrialCase[];
}

/** The cases of a trial, each with how it came out, its scores and its replies before and after. */
export function TrialCases({ project, kind, run, cases }: TrialCasesProps) {
  return (
    <ul className={review.trialCases} aria-label="Replayed cases">
      {cases.map((item) => (
        <li key={item.case}>
          <div className={review.between}>
            <OutcomeMark outcome={item.outcome} />
            <span className={classes.small}>
              {item.priority === "P0" ? <strong>P0 </strong> : null}
              {why[item.why]}
            </span>
          </div>
          <p className={review.long}>
            <Link href={caseHref(project, run, { case: item.case, repeat: 0 })}>{item.case}</Link>{" "}
            <span className={classes.small}>{item.category}</span>
          </p>
          <p className={classes.small}>{scoreChange(item, kind)}</p>
          {item.note === "" ? null : <p className={`${classes.small} ${review.long}`}>{item.note}</p>}
          <details>
            <summary>Replies before and after</summary>
            {item.comment === "" ? null : <p className={review.long}>{item.comment}</p>}
            <Reply name="Before" text={item.beforeReply} />
            <Reply name="After" text={item.afterReply} />
          </details>
        </li>
      ))}
    </ul>
  );
}
