import "server-only";
import type { z } from "zod";
import { countCampaigns, listCampaigns } from "@/db/campaign-repository";
import { countDatasets } from "@/db/dataset-repository";
import { currentRelease, findRelease } from "@/db/release-repository";
import { countRuns, listRuns } from "@/db/run-repository";
import { countVersions } from "@/db/version-repository";
import type { Campaign, StageSummary } from "@/lib/contracts/evolution";
import type { NextAction, ProjectOverview } from "@/lib/contracts/project";
import { toCampaign } from "../campaign-view";
import type { Context } from "../context";
import { requireProject } from "../lookups";
import { toRuns } from "../run-view";

type Next = z.infer<typeof NextAction>;

const RECENT_RUNS = 8;

function stageAction(campaign: Campaign, stage: StageSummary, live: ReadonlySet<string>): Next | null {
  const href = `/p/${campaign.project}/evolve/${campaign.id}/${stage.id}`;
  const { entries } = stage;
  switch (stage.step) {
    case "diagnose":
      return { title: `Diagnose ${stage.name}`, detail: "Cluster the failures of the stage before and propose edits.", href };
    case "confirm":
      return { title: `Confirm the entries of ${stage.name}`, detail: `${entries.proposed} wait for a decision.`, href };
    case "edit":
      return {
        title: `Apply the entries of ${stage.name}`,
        detail: `${entries.accepted + entries.edited} accepted; they become a version.`,
        href,
      };
    case "evaluate":
      return stage.run !== null && live.has(stage.run)
        ? { title: `${stage.name} is being evaluated`, detail: "Follow its progress.", href }
        : { title: `Evaluate ${stage.name}`, detail: "Run its version on the dev set.", href };
    case "regression-check":
      return {
        title: `Decide on ${stage.name}`,
        detail: stage.baseRun
          ? "Look at fixed and broken cases, then promote, roll back, go on or stop."
          : "Go on, promote or stop.",
        href,
      };
    case "decided":
      return null;
  }
}

function nextActions(project: string, overview: Omit<ProjectOverview, "next">): Next[] {
  const { counts, campaign } = overview;
  if (counts.versions === 0) {
    return [
      {
        title: "Import a harness",
        detail: "A folder with harness.yaml becomes the first version.",
        href: `/p/${project}/harness`,
      },
    ];
  }
  if (counts.datasets === 0) {
    return [{ title: "Import cases", detail: "A dev set is needed for runs and campaigns.", href: `/p/${project}/cases` }];
  }
  const next: Next[] = [];
  if (campaign?.status === "active") {
    const live = new Set(overview.runs.filter((run) => run.status === "queued" || run.status === "running").map((run) => run.id));
    const newest = campaign.stages.at(-1);
    const action = newest && stageAction(campaign, newest, live);
    if (action) next.push(action);
    else if (newest) {
      next.push({
        title: "Begin another stage",
        detail: `${newest.name} is decided.`,
        href: `/p/${project}/evolve/${campaign.id}`,
      });
    }
  } else {
    next.push({
      title: "Begin a campaign",
      detail: "Hold a policy and a dev set fixed, and evolve the harness.",
      href: `/p/${project}/evolve`,
    });
  }
  if (!overview.production) {
    next.push({ title: "Promote a version", detail: "Production serves nothing yet.", href: `/p/${project}/releases` });
  }
  for (const run of overview.runs.filter(({ status }) => status === "paused" || status === "failed").slice(0, 2)) {
    next.push({
      title: run.status === "paused" ? "Resume a paused run" : "Look at a failed run",
      detail: `${run.versionName} on ${run.datasetName}${run.reason ? `: ${run.reason}` : ""}.`,
      href: `/p/${project}/runs/${run.id}`,
    });
  }
  return next;
}

export function projectOverview({ studio }: Context, input: { project: string }): ProjectOverview {
  const store = studio.database;
  const project = requireProject(store, input.project);
  const current = currentRelease(store, project.id);
  const campaigns = listCampaigns(store, project.id);
  const campaign = campaigns.find(({ status }) => status === "active") ?? campaigns[0];
  const overview = {
    project,
    production: current ? (findRelease(store, project.id, current.id) ?? null) : null,
    counts: {
      versions: countVersions(store, project.id),
      datasets: countDatasets(store, project.id),
      runs: countRuns(store, project.id),
      campaigns: countCampaigns(store, project.id),
    },
    campaign: campaign ? toCampaign(store, campaign) : null,
    runs: toRuns(store, listRuns(store, { project: project.id, offset: 0, limit: RECENT_RUNS }).items),
  };
  return { ...overview, next: nextActions(project.id, overview) };
}
