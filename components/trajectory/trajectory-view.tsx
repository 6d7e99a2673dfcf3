"use client";

import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Section } from "@/components/ui/page-header";
import { useUrlParams, useUrlState } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { TrajectoryLabels } from "@/lib/client/trajectory-markdown";
import { Limits } from "@/lib/contracts/harness";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { ExportMenu } from "./export-menu";
import { fileHref } from "./file-href";
import { trajectoryBudget } from "./time-axis";
import { Timeline } from "./timeline";
import { TrajectoryFacts } from "./timings";
import { Waterfall } from "./waterfall";

const views = [
  { value: "waterfall", label: "Waterfall" },
  { value: "steps", label: "Steps" },
];

/** The limit that the version's harness.yaml sets, or its default; null while it is not known. */
function useBudget(project: string, version: string, wanted: boolean): number | null {
  const bundle = useQuery({
    ...queries.versions.bundle.queryOptions({ input: { project, version } }),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!bundle.data) return null;
  return trajectoryBudget(bundle.data.files["harness.yaml"] ?? "") ?? Limits.parse({}).trajectoryTimeoutMs;
}

interface TrajectoryViewProps {
  project: string;
  trajectory: Trajectory;
  labels: TrajectoryLabels;
  /** Name of exported files, without ending. */
  name: string;
  /** The view that an address without one means. */
  initial: "waterfall" | "steps";
}

/** A trajectory with its totals, as a waterfall or step by step, and its export. The address bar holds view and step. */
export function TrajectoryView({ project, trajectory, labels, name, initial }: TrajectoryViewProps) {
  const [view, setView] = useUrlState("view", initial);
  const { get, set } = useUrlParams();
  const step = get("step");
  const marked = step !== null && /^\d{1,6}$/.test(step) ? Number(step) : null;
  const { hash } = trajectory.harness;
  const budgetMs = useBudget(project, hash, view === "waterfall");
  const href = (path: string) => fileHref(project, hash, path);
  return (
    <Section
      title="Trajectory"
      aside={
        <>
          <SegmentedControl size="xs" aria-label="View of the trajectory" data={views} value={view} onChange={setView} />
          <ExportMenu trajectory={trajectory} labels={labels} name={name} />
        </>
      }
    >
      <TrajectoryFacts trajectory={trajectory} />
      {view === "waterfall" ? (
        <Waterfall
          trajectory={trajectory}
          fileHref={href}
          selected={marked}
          onSelect={(index) => set({ step: index === null ? null : `${index}` })}
          budgetMs={budgetMs}
        />
      ) : (
        <Timeline trajectory={trajectory} fileHref={href} marked={marked} />
      )}
    </Section>
  );
}
