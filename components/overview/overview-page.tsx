"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ProductionNow } from "@/components/releases/production-now";
import { DeleteProject } from "@/components/removal/delete-buttons";
import { projectHref } from "@/components/shell/sections";
import { EmptyState } from "@/components/ui/empty-state";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { queries } from "@/lib/client/queries";
import type { ProjectOverview } from "@/lib/contracts/project";
import { CampaignSummary } from "./campaign-summary";
import { NextActions } from "./next-actions";
import classes from "./overview.module.css";
import { RecentRuns } from "./recent-runs";

const LIVE = new Set(["queued", "running", "paused"]);

export function OverviewPage({ project }: { project: string }) {
  const query = useQuery({
    ...queries.projects.overview.queryOptions({ input: { project } }),
    refetchInterval: ({ state }) => (state.data?.runs.some((run) => LIVE.has(run.status)) ? 2_000 : false),
  });
  return (
    <QueryState
      query={query}
      what={{ name: "project", id: project }}
      back={{ label: "To the projects", href: "/?all" }}
      rows={12}
    >
      {(overview) => <Overview overview={overview} />}
    </QueryState>
  );
}

function Overview({ overview }: { overview: ProjectOverview }) {
  const { project, production, counts, campaign, runs, next } = overview;
  const address = (path: string) => projectHref(project.id, path);
  const links = [
    { text: plural(counts.versions, "version"), href: address("/harness") },
    { text: plural(counts.datasets, "case set"), href: address("/cases") },
    { text: plural(counts.runs, "run"), href: address("/runs") },
    { text: plural(counts.campaigns, "campaign"), href: address("/evolve") },
  ];
  return (
    <>
      <PageHeader
        title={project.name}
        marks={
          <span className={classes.counts}>
            {links.map(({ text, href }) => (
              <Link key={href} href={href}>
                {text}
              </Link>
            ))}
          </span>
        }
        detail={project.description}
        actions={
          <>
            <Button component={Link} href={address("/runs?new=1")} variant="default" leftSection={<Icon name="play" />}>
              New run
            </Button>
            <DeleteProject project={project} />
          </>
        }
      />
      <div className={classes.top}>
        <div>
          <h2 className={classes.head}>Production now</h2>
          <ProductionNow project={project.id} release={production} />
        </div>
        <div>
          <h2 className={classes.head}>What needs a decision</h2>
          <NextActions actions={next} />
        </div>
      </div>
      <Section
        title="Stages"
        aside={campaign && <Link href={address(`/evolve/${campaign.id}`)}>Open the campaign {campaign.name}</Link>}
      >
        {campaign ? (
          <CampaignSummary project={project.id} campaign={campaign} />
        ) : (
          <EmptyState
            title="No campaign yet"
            action={
              <Button component={Link} href={address("/evolve?new=1")}>
                Begin a campaign
              </Button>
            }
          >
            A campaign holds the policy and the dev set fixed and evolves the harness stage by stage: diagnose, confirm, edit,
            evaluate, check for regressions.
          </EmptyState>
        )}
      </Section>
      <Section title="Recent runs" aside={<Link href={address("/runs")}>All runs</Link>}>
        <RecentRuns project={project.id} runs={runs} />
      </Section>
    </>
  );
}
