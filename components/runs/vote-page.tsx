"use client";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { TrajectoryView } from "@/components/trajectory/trajectory-view";
import { Hash } from "@/components/ui/hash";
import { Mark } from "@/components/ui/mark";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { queries } from "@/lib/client/queries";
import classes from "./runs.module.css";
import { VoteSaid, votedByStandIn } from "./votes-list";

const wholeNumber = (text: string | null): number => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 0);

/** One vote: what the voter said, and everything it did to come to it. */
export function VotePage({ project, run: runId, item, voter }: { project: string; run: string; item: string; voter: string }) {
  const repeat = wholeNumber(useSearchParams().get("repeat"));
  const input = { project, run: runId, case: item, repeat, voter: wholeNumber(voter) };
  const detail = useQuery(queries.runs.vote.queryOptions({ input }));
  const run = useQuery(queries.runs.get.queryOptions({ input: { project, run: runId } }));
  const caseHref = `/p/${project}/runs/${runId}/${encodeURIComponent(item)}${repeat > 0 ? `?repeat=${repeat}` : ""}`;
  const judge = run.data?.run.judge ?? null;
  return (
    <QueryState query={detail} what={{ name: "vote", id: voter }} back={{ label: "Back to the case", href: caseHref }} rows={12}>
      {({ vote, trajectory }) => {
        const embedded = votedByStandIn(vote);
        return (
          <>
            <PageHeader
              trail={[
                { label: "Runs", href: `/p/${project}/runs` },
                { label: run.data?.run.versionName ?? "run", href: `/p/${project}/runs/${runId}` },
                { label: item, href: caseHref },
              ]}
              title={`Vote of ${vote.endpoint}`}
              marks={embedded ? <Mark kind="stand-in policy" /> : null}
              detail={
                <>
                  {judge ? `${judge.name}, ` : ""}bundle{" "}
                  <Hash value={trajectory.harness.hash} href={`/p/${project}/harness/${trajectory.harness.hash}`} /> ·{" "}
                  {vote.model}
                  {vote.checkpoint ? `, ${vote.checkpoint}` : ""}
                </>
              }
            />
            <div className={classes.caseLayout}>
              <div className={classes.caseSide}>
                <Section title="Vote">
                  <VoteSaid vote={vote} />
                </Section>
              </div>
              <div>
                <TrajectoryView
                  project={project}
                  trajectory={trajectory}
                  labels={{ source: { Run: runId, Case: item, Repeat: `${repeat}`, Voter: vote.endpoint }, embedded }}
                  name={`${item}-${runId}-${repeat}-vote-${vote.voter}`}
                  initial="steps"
                />
              </div>
            </div>
          </>
        );
      }}
    </QueryState>
  );
}
