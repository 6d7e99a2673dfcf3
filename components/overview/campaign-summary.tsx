"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Loading } from "@/components/ui/loading";
import { Mark } from "@/components/ui/mark";
import { QueryState } from "@/components/ui/query-state";
import { queries } from "@/lib/client/queries";
import type { Campaign } from "@/lib/contracts/evolution";
import classes from "./overview.module.css";

const StageChart = dynamic(() => import("@/components/stages/stage-chart").then((module) => module.StageChart), {
  ssr: false,
  loading: () => <Loading rows={7} label="Loading the chart" />,
});

/** The campaign's stages in small: scores over stages, and whether stopping is advised. */
export function CampaignSummary({ project, campaign }: { project: string; campaign: Campaign }) {
  const chart = useQuery(queries.campaigns.chart.queryOptions({ input: { project, campaign: campaign.id } }));
  return (
    <QueryState query={chart} rows={7}>
      {(loaded) => (
        <>
          <p className={classes.advice}>
            {campaign.kind === "judge" && <Mark kind="judge" />} {campaign.embedded && <Mark kind="stand-in policy" />}{" "}
            {loaded.advice.explanation}
          </p>
          {loaded.points.some((point) => point.metrics !== null) && <StageChart project={project} chart={loaded} compact />}
        </>
      )}
    </QueryState>
  );
}
