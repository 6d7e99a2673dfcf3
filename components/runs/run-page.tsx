"use client";

import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { DeleteRun } from "@/components/removal/delete-buttons";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { Run, RunDetail } from "@/lib/contracts/run";
import { CategoryTable } from "./category-table";
import { ExportResults } from "./export-results";
import { IncidentTable } from "./incident-table";
import { MeasureNoise } from "./measure-noise";
import { RejudgeButton } from "./rejudge-dialog";
import { RunAgainButton } from "./run-again-dialog";
import { RunCases } from "./run-cases";
import { HowItRan } from "./run-facts";
import { RunFigures } from "./run-figures";
import { RunMarks, runLabel } from "./run-name";
import { RunProgressPanel } from "./run-progress";
import { casesRun, isLive, isOver } from "./run-state";
import { RunStatusBadge } from "./run-status";
import classes from "./runs.module.css";
import { useRunKind } from "./use-run-kind";

function CompareMenu({ run }: { run: Run }) {
  const others = useQuery(queries.runs.list.queryOptions({ input: { project: run.project, limit: 100 } }));
  const comparable = (others.data?.items ?? []).filter((item) => item.id !== run.id && item.dataset === run.dataset);
  return (
    <Menu position="bottom-end" width={460}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="compare" />} disabled={comparable.length === 0}>
          Compare with
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: "auto" }}>
        <Menu.Label>A run of the same data set, as the base</Menu.Label>
        {comparable.map((item) => (
          <Menu.Item key={item.id} component={Link} href={`/p/${run.project}/runs/compare?base=${item.id}&head=${run.id}`}>
            {runLabel(item)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function RunView({ run, metrics }: RunDetail) {
  const { get, set } = useUrlParams();
  const { project } = run;
  const kind = useRunKind(run);
  const judged = kind === "judge";
  return (
    <>
      <PageHeader
        trail={[{ label: "Runs", href: `/p/${project}/runs` }]}
        title={run.versionName}
        marks={
          <>
            <Hash value={run.version} href={`/p/${project}/harness/${run.version}`} />
            <RunStatusBadge run={run} />
            {judged ? <Mark kind="judge" /> : null}
            <RunMarks run={run} />
          </>
        }
        detail={
          <>
            {run.endpointName} ({run.model}
            {run.checkpoint ? `, ${run.checkpoint}` : ""}) on{" "}
            <Link className={classes.inText} href={`/p/${project}/cases/${run.dataset}`}>
              {run.datasetName}
            </Link>{" "}
            <Hash value={run.datasetVersion} copy={false} />, seed {run.settings.seed}, {run.settings.concurrency} at once
            {run.settings.repeats > 1 ? `, ${run.settings.repeats} repeats` : ""}, checks {run.checkVersion}. Started{" "}
            <RelativeTime at={run.createdAt} /> by {run.actor}.
          </>
        }
        actions={
          <>
            <RunAgainButton run={run} metrics={metrics} />
            <CompareMenu run={run} />
            {judged ? null : <RejudgeButton run={run} />}
            <MeasureNoise run={run} />
            {isOver(run.status) ? <ExportResults project={project} run={run.id} dataset={run.dataset} /> : null}
            <Button
              variant="default"
              component={Link}
              href={`/p/${project}/runs?new=1&version=${run.version}&endpoint=${run.endpoint}&dataset=${run.dataset}`}
            >
              New run
            </Button>
            {isOver(run.status) ? <DeleteRun run={run} /> : null}
          </>
        }
      />
      {run.reason && (run.status === "failed" || run.status === "cancelled") ? (
        <p className={classes.alert} role="alert">
          <Icon name="error" /> {run.reason}
        </p>
      ) : null}
      <RunProgressPanel run={run} />
      <RunFigures metrics={metrics} kind={kind} />
      <HowItRan run={run} />
      <Section title="Incidents" aside="where the runtime stepped in">
        <IncidentTable incidents={metrics.incidents} cases={casesRun(run, metrics)} />
      </Section>
      <Section title="Categories" aside={`${judged ? "agreement with people, " : ""}worst AVG first; a row lists its cases`}>
        <CategoryTable
          categories={metrics.categories}
          current={get("category")}
          onOpen={(category) => set({ category: category === get("category") ? null : category, row: null })}
        />
      </Section>
      <RunCases run={run} metrics={metrics} />
    </>
  );
}

/** One run: live while it goes, its result when it is over. */
export function RunPage({ project, run }: { project: string; run: string }) {
  const detail = useQuery({
    ...queries.runs.get.queryOptions({ input: { project, run } }),
    refetchInterval: (query) => (query.state.data && isLive(query.state.data.run.status) ? 3_000 : false),
  });
  return (
    <QueryState query={detail} what={{ name: "run", id: run }} back={{ label: "All runs", href: `/p/${project}/runs` }} rows={14}>
      {(data) => <RunView {...data} />}
    </QueryState>
  );
}
