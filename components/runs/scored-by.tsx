"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { formatCount, plural } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Mark } from "@/components/ui/mark";
import { queries } from "@/lib/client/queries";
import { isStandIn } from "@/lib/contracts/endpoint";
import type { RunJudging } from "@/lib/contracts/judge";
import type { Run } from "@/lib/contracts/run";
import { isLive } from "./run-state";
import classes from "./runs.module.css";

const REFRESH_MS = 10_000;

/** "1,440 votes, 12 abstentions and 3 failures among them; 2,900 calls, 1,200,000 tokens, $1.20" */
export function judgingText({ voters, cost }: RunJudging): string {
  const sum = (of: (voter: RunJudging["voters"][number]) => number) => voters.reduce((total, voter) => total + of(voter), 0);
  const abstained = sum((voter) => voter.abstained);
  const failed = sum((voter) => voter.failed);
  const votes = sum((voter) => voter.voted) + abstained + failed;
  if (votes === 0) return "no vote yet";
  const aside = [...(abstained > 0 ? [plural(abstained, "abstention")] : []), ...(failed > 0 ? [plural(failed, "failure")] : [])];
  const tokens = sum((voter) => (voter.promptTokens ?? 0) + (voter.completionTokens ?? 0));
  const used = [
    plural(
      sum((voter) => voter.calls),
      "call",
    ),
    ...(tokens > 0 ? [`${formatCount(tokens)} tokens`] : []),
    ...(cost === null ? [] : [`$${cost < 0.1 ? cost.toFixed(4) : cost.toFixed(2)}`]),
  ];
  return `${plural(votes, "vote")}${aside.length > 0 ? `, ${aside.join(" and ")} among them` : ""}; ${used.join(", ")}`;
}

/** Where Accuracy and Effectiveness of a run come from, in one line. */
export function ScoredBy({ run }: { run: Run }) {
  const judging = useQuery({
    ...queries.runs.judging.queryOptions({ input: { project: run.project, run: run.id } }),
    enabled: run.judge !== null,
    refetchInterval: isLive(run.status) ? REFRESH_MS : false,
  });
  const set = useQuery(queries.datasets.get.queryOptions({ input: { project: run.project, dataset: run.dataset } }));
  const { judge } = run;
  if (judge === null && set.data?.kind === "judge-labels")
    return <p className={classes.small}>Agreement of a judge with people: the share of replies on which it gives their label.</p>;
  if (judge === null) return <p className={classes.small}>Scored by the cases' checks; no judge is set.</p>;
  return (
    <p className={classes.small}>
      Scored by{" "}
      <Link className={classes.inText} href={`/p/${run.project}/runs/judges`}>
        {judge.name}
      </Link>
      , version <Hash value={judge.version} copy={false} />, {plural(judge.voters.length, "voter")}
      {judge.voters.some(isStandIn) ? (
        <>
          {" "}
          <Mark kind="stand-in policy" />
        </>
      ) : null}
      {judging.data ? `: ${judgingText(judging.data)}` : ""}. A failed check of a program lowers its score.
      {run.repliesOf === null ? null : (
        <>
          {" "}
          The replies are those of{" "}
          <Link className={classes.inText} href={`/p/${run.project}/runs/${run.repliesOf}`}>
            an earlier run
          </Link>
          ; no policy was called.
        </>
      )}
    </p>
  );
}
