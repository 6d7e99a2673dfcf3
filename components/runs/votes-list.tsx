import Link from "next/link";
import { Mark } from "@/components/ui/mark";
import { StatusBadge } from "@/components/ui/status-badge";
import { isStandIn } from "@/lib/contracts/endpoint";
import type { Vote } from "@/lib/contracts/judge";
import { ScoreMark } from "./case-marks";
import classes from "./runs.module.css";

const badge = { voted: "passed", abstained: "unscored", error: "error" } as const;
const word = { voted: "voted", abstained: "abstained", error: "failed" } as const;

interface VotesListProps {
  votes: readonly Vote[];
  /** Where a vote and what its voter did are shown. */
  href: (voter: number) => string;
}

/** Whether the embedded policy gave a vote, and no model. */
export const votedByStandIn = ({ endpoint, model }: Vote): boolean =>
  isStandIn({ kind: endpoint === "embedded" ? "embedded" : "openai", model });

/** Every vote of the panel on a reply: what each voter said and why, or why it did not vote. */
export function VotesList({ votes, href }: VotesListProps) {
  return (
    <ul className={classes.checks}>
      {votes.map((vote) => (
        <li key={vote.voter}>
          <StatusBadge status={badge[vote.state]}>{word[vote.state]}</StatusBadge>
          <div className={classes.checkText}>
            <Link className={classes.inText} href={href(vote.voter)}>
              {vote.endpoint}
            </Link>{" "}
            <span className={classes.small}>
              {vote.model}
              {vote.checkpoint ? `, ${vote.checkpoint}` : ""}
            </span>{" "}
            {votedByStandIn(vote) ? <Mark kind="stand-in policy" /> : null}
            <VoteSaid vote={vote} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The scores and answers of a vote with its rationale, as plain text. */
export function VoteSaid({ vote }: { vote: Vote }) {
  const answers = Object.entries(vote.answers);
  return (
    <>
      {vote.state === "voted" ? (
        <div>
          Accuracy <ScoreMark score={vote.accuracy} state="scored" /> Effectiveness{" "}
          <ScoreMark score={vote.effectiveness} state="scored" />
        </div>
      ) : (
        <div>{vote.reason}</div>
      )}
      {answers.length > 0 ? (
        <div className={classes.small}>{answers.map(([id, answer]) => `${id}: ${answer}`).join(", ")}</div>
      ) : null}
      {vote.rationale ? <div className={classes.rationale}>{vote.rationale}</div> : null}
    </>
  );
}
