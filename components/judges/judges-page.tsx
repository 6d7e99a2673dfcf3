"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { projectHref } from "@/components/shell/sections";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { useKeys } from "@/components/ui/use-keys";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import { isStandIn } from "@/lib/contracts/endpoint";
import type { Judge } from "@/lib/contracts/judge";
import { JudgeCalibrations } from "./judge-calibrations";
import { JudgeDialog } from "./judge-dialog";
import classes from "./judges.module.css";

const columnsOf = (project: string): Column<Judge>[] => [
  { id: "name", header: "Judge", cell: (row) => <strong>{row.name}</strong>, sortBy: (row) => row.name },
  {
    id: "version",
    header: "Version",
    hint: "Hash over the bundle and each voter's address, model and checkpoint; a run keeps the version it was made with",
    cell: (row) => <Hash value={row.version} />,
  },
  {
    id: "bundle",
    header: "Bundle",
    cell: (row) => (
      <span className={classes.named}>
        {row.bundleName}{" "}
        <Hash value={row.bundle} href={projectHref(project, `/harness/${row.bundle.slice(0, 12)}`)} copy={false} />
      </span>
    ),
  },
  {
    id: "voters",
    header: "Voters",
    grow: true,
    cell: (row) => (
      <span title={row.voters.map((voter) => `${voter.name}: ${voter.model} ${voter.checkpoint}`.trim()).join("\n")}>
        {row.voters.map((voter) => voter.name).join(", ")}
        {row.voters.some(isStandIn) ? (
          <>
            {" "}
            <Mark kind="stand-in policy" />
          </>
        ) : null}
      </span>
    ),
  },
  { id: "runs", header: "Runs", align: "right", cell: (row) => row.runs, sortBy: (row) => row.runs },
  { id: "made", header: "Made", cell: (row) => <RelativeTime at={row.createdAt} />, sortBy: (row) => row.createdAt },
];

/** The judges of a project: what votes on replies in its runs. */
export function JudgesPage({ project }: { project: string }) {
  const { get, set } = useUrlParams();
  const query = useQuery(queries.judges.list.queryOptions({ input: { project } }));
  const opened = get("judge");
  const edited = query.data?.find((judge) => judge.id === opened);
  const open = (id: string) => set({ judge: id }, "push");
  useKeys("Judges", [{ keys: "n", label: "Add a judge", run: () => open("*new") }]);
  const add = (
    <Button leftSection={<Icon name="add" />} onClick={() => open("*new")}>
      Add a judge
    </Button>
  );
  return (
    <>
      <PageHeader
        trail={[{ label: "Runs", href: projectHref(project, "/runs") }]}
        title="Judges"
        detail="A judge is a harness of kind judge and the endpoints that vote with it. A run keeps the judge as it was; a change makes a new version."
        actions={add}
      />
      <QueryState query={query} rows={3}>
        {(rows) => (
          <DataTable
            label="Judges"
            primary
            rows={rows}
            columns={columnsOf(project)}
            rowKey={(row) => row.id}
            onOpen={(row) => open(row.id)}
            empty={
              <EmptyState title="No judge yet" action={add}>
                Without one, Accuracy and Effectiveness come from the cases' checks. Import a bundle that says kind: judge, then
                choose the endpoints that vote.
              </EmptyState>
            }
          />
        )}
      </QueryState>
      {query.data && query.data.length > 0 ? <JudgeCalibrations project={project} judges={query.data} /> : null}
      {opened === "*new" || edited ? (
        <JudgeDialog
          key={edited?.id ?? "new"}
          project={project}
          judge={edited ?? null}
          taken={(query.data ?? []).map((judge) => judge.id)}
          onClose={() => set({ judge: null })}
        />
      ) : null}
    </>
  );
}
