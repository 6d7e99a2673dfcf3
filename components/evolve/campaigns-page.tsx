"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { Mark } from "@/components/ui/mark";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { useKeys } from "@/components/ui/use-keys";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { Campaign } from "@/lib/contracts/evolution";
import { CreateCampaignDialog } from "./create-campaign-dialog";
import classes from "./evolve.module.css";
import { LOOP } from "./steps";

/** The stage that waits for somebody: the newest undecided one that nothing was begun from. Null where there is none. */
export function openStage(campaign: Campaign) {
  const continued = new Set(campaign.stages.map((stage) => stage.parent));
  return campaign.stages.findLast((stage) => stage.step !== "decided" && !continued.has(stage.id)) ?? null;
}

function Waiting({ campaign }: { campaign: Campaign }) {
  const stage = openStage(campaign);
  if (!stage) return <span className={classes.faint}>nothing</span>;
  return (
    <>
      {stage.name}: {LOOP.find((step) => step.id === stage.step)?.name ?? stage.step}
    </>
  );
}

const columns: Column<Campaign>[] = [
  { id: "status", header: "Status", cell: (row) => <StatusBadge status={row.status} />, sortBy: (row) => row.status },
  { id: "name", header: "Campaign", link: true, grow: true, sortBy: (row) => row.name, cell: (row) => row.name },
  { id: "kind", header: "", cell: (row) => (row.kind === "judge" ? <Mark kind="judge" /> : null) },
  {
    id: "endpoint",
    header: "Policy",
    sortBy: (row) => row.endpointName,
    cell: (row) => (
      <>
        {row.endpointName} {row.embedded ? <Mark kind="stand-in policy" /> : null}
      </>
    ),
  },
  { id: "dataset", header: "Dev set version", cell: (row) => <Hash value={row.datasetVersion} /> },
  {
    id: "stages",
    header: "Stages",
    align: "right",
    sortBy: (row) => row.stages.length,
    cell: (row) => formatCount(row.stages.length),
  },
  {
    id: "selected",
    header: "Selected checkpoint",
    cell: (row) =>
      row.stages.find((stage) => stage.id === row.selectedStage)?.name ?? <span className={classes.faint}>none yet</span>,
  },
  { id: "waiting", header: "Waits for", cell: (row) => <Waiting campaign={row} /> },
  { id: "created", header: "Begun", sortBy: (row) => row.createdAt, cell: (row) => <RelativeTime at={row.createdAt} /> },
  { id: "by", header: "By", cell: (row) => row.createdBy },
];

/** The campaigns of a project. */
export function CampaignsPage({ project }: { project: string }) {
  const { get, set } = useUrlParams();
  const campaigns = useQuery(queries.campaigns.list.queryOptions({ input: { project } }));
  const open = () => set({ new: "1" }, "push");
  useKeys("Campaigns", [{ keys: "n", label: "New campaign", run: open }]);
  return (
    <>
      <PageHeader
        title="Evolve"
        detail="A campaign improves the harness in stages while the policy model and the dev set stay fixed."
        actions={
          <Button leftSection={<Icon name="add" />} onClick={open}>
            New campaign
          </Button>
        }
      />
      <QueryState query={campaigns}>
        {(data) => (
          <DataTable
            label="Campaigns"
            primary
            rows={data}
            columns={columns}
            rowKey={(row) => row.id}
            href={(row) => `/p/${project}/evolve/${row.id}`}
            empty={
              <EmptyState title="No campaigns yet" action={<Button onClick={open}>New campaign</Button>}>
                In each stage failures are diagnosed, edits confirmed, a version evaluated and checked for regressions.
              </EmptyState>
            }
          />
        )}
      </QueryState>
      {get("new") ? <CreateCampaignDialog project={project} onClose={() => set({ new: null })} /> : null}
    </>
  );
}
