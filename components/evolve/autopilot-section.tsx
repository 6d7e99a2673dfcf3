"use client";

import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { formatMoment, plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Loading } from "@/components/ui/loading";
import { Section } from "@/components/ui/page-header";
import { queries } from "@/lib/client/queries";
import type { CampaignChart } from "@/lib/contracts/evolution";
import own from "./autopilot.module.css";
import { AutopilotDialog } from "./autopilot-dialog";
import { MorningView, NightUnderWay } from "./autopilot-night";
import classes from "./evolve.module.css";

const POLL_MS = 2_500;

interface AutopilotSectionProps {
  project: string;
  chart: CampaignChart;
}

/** The nights of a campaign: off unless a person starts one, followed while it works, and read in the morning. */
export function AutopilotSection({ project, chart }: AutopilotSectionProps) {
  const { campaign } = chart;
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const nights = useQuery({
    ...queries.autopilots.list.queryOptions({ input: { project, campaign: campaign.id } }),
    refetchInterval: (query) => (query.state.data?.some((night) => night.status !== "finished") ? POLL_MS : false),
  });
  const [newest, ...earlier] = nights.data ?? [];
  const underWay = newest !== undefined && newest.status !== "finished";
  const stages = newest?.branches.reduce((sum, branch) => sum + branch.stages.length, 0) ?? 0;
  const made = nights.data ? `${newest?.id ?? ""} ${newest?.status ?? ""} ${stages}` : null;
  const seen = useRef<string | null>(null);
  // A night makes stages of its own: the pictures beside it are read again as they come.
  useEffect(() => {
    if (made === null || made === seen.current) return;
    if (seen.current !== null) {
      void client.invalidateQueries({ queryKey: queries.campaigns.chart.key() });
      void client.invalidateQueries({ queryKey: queries.campaigns.graph.key() });
    }
    seen.current = made;
  }, [client, made]);
  const evaluated = chart.points.some((point) => point.metrics !== null);
  const why =
    campaign.status !== "active" ? "The campaign is stopped" : evaluated ? undefined : "Evaluate a stage first, to begin from it";
  return (
    <Section
      title="Night"
      aside={
        underWay ? null : (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="moon" />}
            disabled={why !== undefined || nights.isPending}
            title={why}
            onClick={() => setAsking(true)}
          >
            {newest ? "Another night" : "Set up a night"}
          </Button>
        )
      }
    >
      {nights.isPending ? (
        <Loading rows={1} label="Reading the nights" />
      ) : nights.data === undefined ? (
        <ErrorState error={nights.error} onRetry={() => nights.refetch()} />
      ) : newest === undefined ? (
        <p className={classes.faint}>
          Off. The autopilot can run the loop on branches within a budget while nobody is here; it never promotes.
        </p>
      ) : underWay ? (
        <NightUnderWay project={project} chart={chart} night={newest} />
      ) : (
        <MorningView project={project} chart={chart} night={newest} />
      )}
      {earlier.length > 0 ? (
        <details className={own.earlier}>
          <summary>{plural(earlier.length, "earlier night")}</summary>
          {earlier.map((night) => (
            <section key={night.id} aria-label={`Night of ${formatMoment(night.createdAt)}`}>
              <MorningView project={project} chart={chart} night={night} />
            </section>
          ))}
        </details>
      ) : null}
      {asking ? <AutopilotDialog project={project} chart={chart} onClose={() => setAsking(false)} /> : null}
    </Section>
  );
}
