import Link from "next/link";
import { caseHref } from "@/components/runs/case-filters";
import { plural } from "@/components/ui/format";
import { Icon, type IconName } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Entry } from "@/lib/contracts/evolution";
import { QuoteList } from "./case-links";
import classes from "./evolve.module.css";
import review from "./review.module.css";
import { TextBlock } from "./text-block";

type Replayed = NonNullable<Entry["replayed"]>;

const outcomes: Record<Replayed["outcome"], { icon: IconName; text: string }> = {
  fixed: { icon: "arrowUp", text: "+ fixed" },
  broken: { icon: "arrowDown", text: "− broken" },
  same: { icon: "dot", text: "= the same" },
  unscored: { icon: "warning", text: "? unscored" },
};

/** How a replayed case came out, in sign, icon and word. */
export function OutcomeMark({ outcome }: Pick<Replayed, "outcome">) {
  const { icon, text } = outcomes[outcome];
  return (
    <span className={review.outcome} data-outcome={outcome}>
      <Icon name={icon} size={12} /> {text}
    </span>
  );
}

function Attempts({ attempts }: Pick<Entry, "attempts">) {
  return (
    <details>
      <summary>{plural(attempts.length, "earlier attempt")} that did not stand</summary>
      <ol className={review.attempts}>
        {attempts.map((attempt) => (
          <li key={`${attempt.at} ${attempt.comment}`}>
            <p className={review.long}>
              <strong>{attempt.title}</strong>{" "}
              <span className={classes.small}>
                <RelativeTime at={attempt.at} />
              </span>
            </p>
            <p className={review.long}>
              {attempt.because === "person" ? `${attempt.by ?? "Somebody"} asked: ` : "It did not verify: "}
              {attempt.comment}
            </p>
            {attempt.added === "" ? null : <TextBlock label="The text it would have added" text={attempt.added} />}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface EntryReasoningProps {
  project: string;
  run: string;
  entry: Entry;
}

/** Why the edit, on what evidence, why at this level; and what came before it. */
export function EntryReasoning({ project, run, entry }: EntryReasoningProps) {
  const { evidence, replayed, attempts } = entry;
  return (
    <>
      <p className={review.long}>{entry.reason}</p>
      {entry.rejectionReason ? <p className={`${classes.faint} ${review.long}`}>Rejected: {entry.rejectionReason}</p> : null}
      {entry.copyOf === null ? null : <p className={classes.small}>Taken over from another stage.</p>}
      {replayed ? (
        <p className={review.long}>
          Replayed when it was verified: <OutcomeMark outcome={replayed.outcome} />{" "}
          <Link href={caseHref(project, run, { case: replayed.case, repeat: 0 })}>{replayed.case}</Link>
          {replayed.note === "" ? "" : ` ${replayed.note}`}
        </p>
      ) : null}
      {evidence.length > 0 ? <QuoteList project={project} run={run} quotes={evidence.slice(0, 2)} /> : null}
      <p className={review.long}>
        <strong>Why in the {entry.owner}:</strong> {entry.whyLevel === "" ? "no reason was given." : entry.whyLevel}
      </p>
      {evidence.length > 2 ? (
        <details>
          <summary>{plural(evidence.length - 2, "more quote")} as evidence</summary>
          <QuoteList project={project} run={run} quotes={evidence.slice(2)} />
        </details>
      ) : null}
      {attempts.length > 0 ? <Attempts attempts={attempts} /> : null}
    </>
  );
}
