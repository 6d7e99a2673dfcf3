"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { JudgedReply } from "@/components/cases/judged-reply";
import { ReplayCheck } from "@/components/trajectory/replay-check";
import { TrajectoryView } from "@/components/trajectory/trajectory-view";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { KeyHint } from "@/components/ui/key-hint";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { useKeys } from "@/components/ui/use-keys";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { CaseResultDetail, Run } from "@/lib/contracts/run";
import { BesideChoice } from "./beside-choice";
import { CaseAgainst } from "./case-against";
import { besideOf, caseHref, filterQuery, readFilters } from "./case-filters";
import { CaseInput } from "./case-input";
import { ScoreMark } from "./case-marks";
import { ChecksList } from "./checks-list";
import { incidentText } from "./incident-counts";
import { resultOrigin } from "./result-origin";
import { RunMarks } from "./run-name";
import classes from "./runs.module.css";
import { unscoredWords } from "./unscored-words";
import { useNeighbours } from "./use-neighbours";
import { VotesList } from "./votes-list";

interface CasePageProps {
  project: string;
  run: string;
  item: string;
}

/** Id of the endpoint of the stand-in policy. */
const EMBEDDED = "embedded";

const numberOf = (text: string | null): number | null => {
  const value = text === null || text === "" ? Number.NaN : Number(text);
  return Number.isInteger(value) && value >= 0 ? value : null;
};

function Single({ detail, run, project }: { detail: CaseResultDetail; run: Run | undefined; project: string }) {
  const { case: item, result, trajectory } = detail;
  const origin = resultOrigin(result, run?.repliesOf ?? null);
  return (
    <div className={classes.caseLayout}>
      <div className={classes.caseSide}>
        <Section title="Comment">
          <CaseInput item={item} />
          {item.judged ? <JudgedReply judged={item.judged} /> : null}
        </Section>
        <Section
          title={item.judged ? "Verdict" : "Reply"}
          aside={
            <>
              {item.judged ? "Agrees on " : ""}Accuracy <ScoreMark score={result.accuracy} state={result.state} /> Effectiveness{" "}
              <ScoreMark score={result.effectiveness} state={result.state} />
            </>
          }
        >
          <blockquote className={`${classes.quote} ${classes.reply}`}>
            {result.reply === "" ? <span className={classes.faint}>No reply.</span> : result.reply}
          </blockquote>
          {result.reason ? (
            <p className={classes.small}>
              {result.unscoredKind ? `Unscored, ${unscoredWords[result.unscoredKind]}: ` : ""}
              {result.reason}
            </p>
          ) : null}
          {origin ? (
            <p className={classes.small}>
              {origin.text}{" "}
              {origin.run ? (
                <Link className={classes.inText} href={`/p/${project}/runs/${origin.run}/${encodeURIComponent(item.id)}`}>
                  The case there
                </Link>
              ) : null}
            </p>
          ) : null}
          <p className={classes.small}>Incidents: {incidentText(result.features.incidents)}</p>
          {detail.shadowedTools.length > 0 ? (
            <p className={classes.small}>
              Left out, since the harness has tools of these names: {detail.shadowedTools.join(", ")}.
            </p>
          ) : null}
          {item.reference ? (
            <details>
              <summary>Reference</summary>
              <blockquote className={classes.quote}>{item.reference}</blockquote>
            </details>
          ) : null}
        </Section>
        <Section
          title="Checks"
          aside={`${result.checks.filter((check) => check.verdict === "passed").length} of ${result.checks.length} passed`}
        >
          <ChecksList checks={result.checks} />
        </Section>
        {result.votes.length > 0 ? (
          <Section title="Votes" aside={run?.judge?.name}>
            <VotesList
              votes={result.votes}
              href={(voter) =>
                `/p/${project}/runs/${result.run}/${encodeURIComponent(item.id)}/votes/${voter}${result.repeat > 0 ? `?repeat=${result.repeat}` : ""}`
              }
            />
          </Section>
        ) : null}
      </div>
      <div>
        {trajectory === null ? (
          <EmptyState title="The case was not run">{result.reason}</EmptyState>
        ) : (
          <TrajectoryView
            project={project}
            trajectory={trajectory}
            labels={{
              source: {
                Run: result.run,
                Case: item.id,
                Repeat: `${result.repeat}`,
                ...(run ? { Version: run.versionName } : {}),
              },
              embedded: run?.embedded ?? trajectory.model.endpoint === EMBEDDED,
            }}
            name={`${item.id}-${result.run}-${result.repeat}`}
            initial="steps"
          />
        )}
        {trajectory === null ? null : <ReplayCheck project={project} run={result.run} case={item.id} repeat={result.repeat} />}
      </div>
    </div>
  );
}

/** One case result: what was asked, what was said, each check with why, and the whole trajectory; or two trajectories side by side. */
export function CasePage({ project, run: runId, item }: CasePageProps) {
  const router = useRouter();
  const { get, set } = useUrlParams();
  const filters = readFilters(get);
  const repeat = numberOf(get("repeat")) ?? 0;
  const beside = besideOf(get);
  const detail = useQuery(queries.runs.result.queryOptions({ input: { project, run: runId, case: item, repeat } }));
  const run = useQuery(queries.runs.get.queryOptions({ input: { project, run: runId } }));
  const base = useQuery({
    ...queries.runs.get.queryOptions({ input: { project, run: beside?.run ?? runId } }),
    enabled: beside !== null,
  });
  const { before, after, at, total } = useNeighbours(project, runId, filters, { case: item, repeat, at: numberOf(get("at")) });
  const go = (place: typeof before) => {
    const kept = { against: get("against"), with: get("with"), view: get("view") };
    if (place) router.push(caseHref(project, runId, { ...place.row, at: place.at, ...kept }, filters));
  };
  const listQuery = filterQuery(filters);
  if (at !== null && at > 0) listQuery.set("row", `${at}`);
  const listHref = `/p/${project}/runs/${runId}${listQuery.size === 0 ? "" : `?${listQuery}`}`;
  useKeys("Case result", [
    { keys: "j", label: "Next case of the list", run: () => go(after) },
    { keys: "k", label: "Case before", run: () => go(before) },
    { keys: "u", label: "Back to the list", run: () => router.push(listHref) },
  ]);
  return (
    <QueryState
      query={detail}
      what={{ name: "case result", id: item }}
      back={{ label: "Back to the run", href: listHref }}
      rows={12}
    >
      {(data) => (
        <>
          <PageHeader
            trail={[
              { label: "Runs", href: `/p/${project}/runs` },
              { label: run.data?.run.versionName ?? "run", href: listHref },
            ]}
            title={item}
            marks={run.data ? <RunMarks run={run.data.run} /> : null}
            detail={
              <>
                {data.result.category}, {data.result.priority}, {data.case.channel} channel
                {repeat > 0 ? `, repeat ${repeat + 1}` : ""} · version{" "}
                {data.trajectory ? (
                  <>
                    <Hash value={data.trajectory.harness.hash} href={`/p/${project}/harness/${data.trajectory.harness.hash}`} /> ·{" "}
                    {data.trajectory.model.model}
                  </>
                ) : (
                  "not run"
                )}
                {run.data ? (
                  <>
                    {" "}
                    ·{" "}
                    <Link
                      className={classes.inText}
                      href={`/p/${project}/cases/${run.data.run.dataset}/${encodeURIComponent(item)}`}
                    >
                      all results of this case
                    </Link>
                  </>
                ) : null}
              </>
            }
            actions={
              <>
                <BesideChoice
                  project={project}
                  item={item}
                  run={runId}
                  repeat={repeat}
                  value={beside === null ? null : `${beside.run}:${beside.repeat}`}
                  onChange={(value) => set({ with: value, against: null }, "push")}
                />
                <span className={classes.faint}>
                  {at === null || total === null ? "" : `${formatCount(at + 1)} of ${formatCount(total)}`}
                </span>
                <Button
                  variant="default"
                  disabled={before === null}
                  onClick={() => go(before)}
                  leftSection={<Icon name="arrowUp" />}
                  rightSection={<KeyHint keys="k" />}
                >
                  Previous
                </Button>
                <Button
                  variant="default"
                  disabled={after === null}
                  onClick={() => go(after)}
                  leftSection={<Icon name="arrowDown" />}
                  rightSection={<KeyHint keys="j" />}
                >
                  Next
                </Button>
              </>
            }
          />
          {beside === null ? (
            <Single detail={data} run={run.data?.run} project={project} />
          ) : (
            <>
              <Section title="Comment">
                <CaseInput item={data.case} />
                {data.case.judged ? <JudgedReply judged={data.case.judged} /> : null}
              </Section>
              <Section title="Side by side">
                <CaseAgainst
                  project={project}
                  item={item}
                  base={{ ...beside, name: base.data?.run.versionName ?? beside.run }}
                  head={{ run: runId, name: run.data?.run.versionName ?? runId, repeat }}
                />
              </Section>
            </>
          )}
        </>
      )}
    </QueryState>
  );
}
