"use client";

import { Button, Select } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatShare } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { useKeys } from "@/components/ui/use-keys";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { Estimate, Run } from "@/lib/contracts/run";
import { compareHref, MOST_RUNS, oldestFirst } from "./compared-runs";
import { estimateWords } from "./format";
import { NewRunDialog } from "./new-run-dialog";
import { RunMarks } from "./run-name";
import { doneWords, isLive, statusWords } from "./run-state";
import { RunStatusBadge } from "./run-status";
import classes from "./runs.module.css";
import { ScoreWithInterval } from "./score-with-interval";

const LIMIT = 100;

const score = (id: string, header: string, of: (run: Run) => Estimate): Column<Run> => ({
  id,
  header: `${header}, %`,
  align: "right",
  sortBy: (run) => of(run).mean,
  cell: (run) => <ScoreWithInterval estimate={of(run)} />,
});

/** On a narrow page the scores stay in sight: interval and n are on hover there, the hash on the run's page. */
const narrowScore = (column: Column<Run>, of: (run: Run) => Estimate): Column<Run> => ({
  ...column,
  cell: (run) => <span title={estimateWords(of(run))}>{formatShare(of(run).mean)}</span>,
});
const SPARED = new Set(["hash", "done"]);
const scores: Record<string, (run: Run) => Estimate> = {
  accuracy: (run) => run.accuracy,
  effectiveness: (run) => run.effectiveness,
  avg: (run) => run.avg,
};

function narrowed(all: Column<Run>[]): Column<Run>[] {
  return all
    .filter((column) => !SPARED.has(column.id))
    .map((column) => {
      const of = scores[column.id];
      return of ? narrowScore(column, of) : column;
    });
}

const columns = (project: string, judges: ReadonlySet<string>): Column<Run>[] => [
  { id: "status", header: "Status", cell: (run) => <RunStatusBadge run={run} />, sortBy: statusWords },
  {
    id: "version",
    header: "Version",
    link: true,
    grow: true,
    width: 110,
    sortBy: (run) => run.versionName,
    cell: (run) => (
      <span title={run.versionName}>
        {run.versionName} {judges.has(run.version) ? <Mark kind="judge" /> : null}
      </span>
    ),
  },
  {
    id: "hash",
    header: "Hash",
    cell: (run) => <Hash value={run.version} href={`/p/${project}/harness/${run.version}`} />,
  },
  {
    id: "endpoint",
    header: "Endpoint",
    sortBy: (run) => run.endpointName,
    cell: (run) => (
      <span className={classes.named} title={[run.endpointName, run.model, run.checkpoint].filter(Boolean).join(" · ")}>
        <span className={classes.endpointName}>{run.endpointName}</span>
        <RunMarks run={{ ...run, syntheticData: false }} />
      </span>
    ),
  },
  {
    id: "dataset",
    header: "Data set",
    sortBy: (run) => run.datasetName,
    cell: (run) => (
      <span className={classes.named}>
        {run.datasetName} <RunMarks run={{ ...run, embedded: false }} />
      </span>
    ),
  },
  {
    id: "done",
    header: "Done",
    align: "right",
    sortBy: (run) => run.counts.done - (run.outcome.stop?.notRun ?? 0),
    cell: doneWords,
  },
  score("accuracy", "Accuracy", (run) => run.accuracy),
  score("effectiveness", "Effectiveness", (run) => run.effectiveness),
  score("avg", "AVG", (run) => run.avg),
  {
    id: "unscored",
    header: "Unscored",
    align: "right",
    sortBy: (run) => run.counts.unscored,
    cell: (run) => formatCount(run.counts.unscored),
  },
  { id: "created", header: "Started", sortBy: (run) => run.createdAt, cell: (run) => <RelativeTime at={run.createdAt} /> },
];

/** The runs of a project: find one, tick some to compare them, start another. */
export function RunsPage({ project }: { project: string }) {
  const router = useRouter();
  const { get, set } = useUrlParams();
  const narrow = useMediaQuery("(max-width: 1200px)") ?? false;
  const version = get("version");
  const offset = Number(get("offset") ?? 0) || 0;
  const ticked = new Set((get("ticked") ?? "").split(",").filter((id) => id !== ""));
  const versions = useQuery(queries.versions.list.queryOptions({ input: { project } }));
  const runs = useQuery({
    ...queries.runs.list.queryOptions({ input: { project, offset, limit: LIMIT, ...(version ? { version } : {}) } }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.items.some((run) => isLive(run.status)) ? 2_000 : false),
  });
  const judges = new Set((versions.data ?? []).filter((item) => item.kind === "judge").map((item) => item.hash));
  const open = () => set({ new: "1" }, "push");
  const chosen = oldestFirst([...ticked], runs.data?.items.map((run) => run.id) ?? []);
  const comparable = chosen.length >= 2 && chosen.length <= MOST_RUNS;
  const compare = () => {
    if (comparable) router.push(compareHref(project, chosen));
  };
  useKeys("Runs", [
    { keys: "n", label: "New run", run: open },
    { keys: "c", label: "Compare the ticked runs", run: compare },
  ]);
  return (
    <>
      <PageHeader
        title="Runs"
        detail="A run evaluates one version with one endpoint on one data set. Tick two or more to compare them."
        actions={
          <>
            <Button variant="default" component={Link} href={`/p/${project}/runs/judges`}>
              Judges
            </Button>
            <Button
              variant="default"
              leftSection={<Icon name="compare" />}
              disabled={!comparable}
              onClick={compare}
              title={comparable ? "The oldest is the base" : `Tick two to ${MOST_RUNS} runs first`}
            >
              Compare {chosen.length > 0 ? `(${chosen.length})` : ""}
            </Button>
            <Button leftSection={<Icon name="add" />} onClick={open}>
              New run
            </Button>
          </>
        }
      />
      <div className={classes.bar}>
        <Select
          aria-label="Version"
          placeholder="All versions"
          searchable
          clearable
          w={300}
          data={(versions.data ?? []).map((item) => ({ value: item.hash, label: `${item.name} · ${item.hash.slice(0, 8)}` }))}
          value={versions.data?.find((item) => version !== null && item.hash.startsWith(version))?.hash ?? null}
          onChange={(value) => set({ version: value, offset: null })}
        />
        <span className={classes.faint}>{runs.data ? `${formatCount(runs.data.total)} runs` : ""}</span>
      </div>
      <QueryState query={runs} rows={10}>
        {(data) => (
          <>
            <DataTable
              label="Runs"
              primary
              rows={data.items}
              columns={narrow ? narrowed(columns(project, judges)) : columns(project, judges)}
              rowKey={(run) => run.id}
              href={(run) => `/p/${project}/runs/${run.id}`}
              selected={ticked}
              onSelect={(keys) => set({ ticked: [...keys].join(",") })}
              empty={
                version ? (
                  <EmptyState
                    title="No run of this version"
                    action={
                      <Button variant="default" onClick={() => set({ version: null })}>
                        Show all versions
                      </Button>
                    }
                  />
                ) : (
                  <EmptyState title="No runs yet" action={<Button onClick={open}>New run</Button>}>
                    A run answers every case of a data set with one version of the harness and scores the replies.
                  </EmptyState>
                )
              }
            />
            <Pager
              offset={offset}
              limit={LIMIT}
              total={data.total}
              onMove={(next) => set({ offset: next === 0 ? null : `${next}` })}
            />
          </>
        )}
      </QueryState>
      {get("new") ? (
        <NewRunDialog
          project={project}
          initial={{ version, endpoint: get("endpoint"), dataset: get("dataset") }}
          onClose={() => set({ new: null, endpoint: null, dataset: null })}
        />
      ) : null}
    </>
  );
}
