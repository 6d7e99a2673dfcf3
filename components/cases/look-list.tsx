"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Hash } from "@/components/ui/hash";
import { Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { queries } from "@/lib/client/queries";
import type { Dataset } from "@/lib/contracts/case";
import type { Look } from "@/lib/contracts/look";
import classes from "./cases.module.css";
import { LookState } from "./look-state";
import { formatAlpha } from "./look-words";

const columnsOf = (project: string): Column<Look>[] => [
  { id: "at", header: "When", width: 130, cell: (look) => <RelativeTime at={look.at} />, sortBy: (look) => look.at },
  { id: "actor", header: "Who", width: 140, cell: (look) => look.actor, sortBy: (look) => look.actor },
  {
    id: "what",
    header: "What",
    width: 260,
    cell: (look) =>
      look.run === null ? (
        "a run"
      ) : (
        <Link href={projectHref(project, `/runs/${look.run}`)}>
          {look.kind === "run" ? `run ${look.index ?? ""}` : `trajectory of ${look.case ?? "a case"}`}
        </Link>
      ),
  },
  { id: "why", header: "Why", grow: true, cell: (look) => look.reason || <span className={classes.faint}>no reason given</span> },
  {
    id: "alpha",
    header: "May spend α",
    hint: "6α/(π²i²) for the i-th run: all runs together spend 0.05",
    width: 110,
    align: "right",
    cell: (look) => formatAlpha(look.alpha),
  },
  { id: "version", header: "Version", width: 110, cell: (look) => <Hash value={look.datasetVersion} copy={false} /> },
];

/** Who looked at a gate or vault set, when and why; nothing for a dev set. */
export function LookList({ project, dataset }: { project: string; dataset: Dataset }) {
  const looks = useQuery({
    ...queries.datasets.looks.queryOptions({ input: { project, dataset: dataset.id } }),
    enabled: dataset.role !== "dev",
  });
  if (dataset.role === "dev") return null;
  return (
    <Section title="Looks" aside="runs and opened trajectories, newest first">
      <LookState dataset={dataset} />
      <QueryState query={looks} rows={3}>
        {(rows) => (
          <DataTable
            label="Looks"
            rows={rows}
            columns={columnsOf(project)}
            rowKey={(look) => `${look.sequence}`}
            maxHeight={320}
            empty={<EmptyState title="Nobody has looked at this set yet">The first run on it is the first look.</EmptyState>}
          />
        )}
      </QueryState>
    </Section>
  );
}
