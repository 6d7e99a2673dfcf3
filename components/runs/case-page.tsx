"use client";

import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { fileHref } from "@/components/trajectory/file-href";
import { Timeline } from "@/components/trajectory/timeline";
import { TrajectoryFacts } from "@/components/trajectory/timings";
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
import { CaseAgainst } from "./case-against";
import { caseHref, filterQuery, readFilters } from "./case-filters";
import { CaseInput } from "./case-input";
import { ScoreMark } from "./case-marks";
import { ChecksList } from "./checks-list";
import { RunMarks, runLabel } from "./run-name";
import classes from "./runs.module.css";
import { useNeighbours } from "./use-neighbours";

interface CasePageProps {
  project: string;
  run: string;
  item: string;
}

const numberOf = (text: string | null): number | null => {
  const value = text === null || text === "" ? Number.NaN : Number(text);
  return Number.isInteger(value) && value >= 0 ? value : null;
};

function AgainstChoice({ run, value, onChange }: { run: Run; value: string | null; onChange: (run: string | null) => void }) {
  const runs = useQuery(queries.runs.list.queryOptions({ input: { project: run.project, limit: 200 } }));
  const others = (runs.data?.items ?? []).filter((other) => other.id !== run.id && other.dataset === run.dataset);
  return (
    <Select
      aria-label="Compare with another run"
      placeholder="Compare with another run"
      searchable
      clearable
      w={320}
      comboboxProps={{ width: 480, position: "bottom-end" }}
      data={others.map((other) => ({ value: other.id, label: runLabel(other) }))}
      value={value}
      onChange={onChange}
      nothingFoundMessage="No other run of this data set"
    />
  );
}

function Single({ detail, marked, project }: { detail: CaseResultDetail; marked: number | null; project: string }) {
  const { case: item, result, trajectory } = detail;
  return (
    <div className={classes.caseLayout}>
      <div className={classes.caseSide}>
        <Section title="Comment">
          <CaseInput item={item} />
        </Section>
        <Section
          title="Reply"
          aside={
            <>
              Accuracy <ScoreMark score={result.accuracy} state={result.state} /> Effectiveness{" "}
              <ScoreMark score={result.effectiveness} state={result.state} />
            </>
          }
        >
          <blockquote className={`${classes.quote} ${classes.reply}`}>
            {result.reply === "" ? <span className={classes.faint}>No reply.</span> : result.reply}
          </blockquote>
          {result.reason ? <p className={classes.small}>{result.reason}</p> : null}
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
      </div>
      <Section title="Trajectory">
        <TrajectoryFacts trajectory={trajectory} />
        <Timeline trajectory={trajectory} fileHref={(path) => fileHref(project, trajectory.harness.hash, path)} marked={marked} />
      </Section>
    </div>
  );
}

/** One case result: what was asked, what was said, each check with why, and the whole trajectory; or two runs side by side. */
export function CasePage({ project, run: runId, item }: CasePageProps) {
  const router = useRouter();
  const { get, set } = useUrlParams();
  const filters = readFilters(get);
  const repeat = numberOf(get("repeat")) ?? 0;
  const against = get("against");
  const detail = useQuery(queries.runs.result.queryOptions({ input: { project, run: runId, case: item, repeat } }));
  const run = useQuery(queries.runs.get.queryOptions({ input: { project, run: runId } }));
  const base = useQuery({
    ...queries.runs.get.queryOptions({ input: { project, run: against ?? runId } }),
    enabled: against !== null,
  });
  const { before, after, at, total } = useNeighbours(project, runId, filters, { case: item, repeat, at: numberOf(get("at")) });
  const go = (place: typeof before) => {
    if (place) router.push(caseHref(project, runId, { ...place.row, at: place.at, against }, filters));
  };
  const listQuery = filterQuery(filters).toString();
  const listHref = `/p/${project}/runs/${runId}${listQuery === "" ? "" : `?${listQuery}`}`;
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
                <Hash value={data.trajectory.harness.hash} href={`/p/${project}/harness/${data.trajectory.harness.hash}`} /> ·{" "}
                {data.trajectory.model.model}
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
                {run.data ? (
                  <AgainstChoice run={run.data.run} value={against} onChange={(value) => set({ against: value }, "push")} />
                ) : null}
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
          {against === null ? (
            <Single detail={data} marked={numberOf(get("step"))} project={project} />
          ) : (
            <>
              <Section title="Comment">
                <CaseInput item={data.case} />
              </Section>
              <Section title="Side by side">
                <CaseAgainst
                  project={project}
                  item={item}
                  base={{ run: against, name: base.data?.run.versionName ?? against }}
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
