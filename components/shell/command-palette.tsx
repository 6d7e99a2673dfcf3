"use client";
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, spotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { statusWords } from "@/components/runs/run-state";
import { Icon } from "@/components/ui/icon";
import { queries } from "@/lib/client/queries";
import { projectHref, releasePages, sections } from "./sections";
import { useCurrentProject } from "./use-current-project";

export const openPalette = (): void => spotlight.open();

const RECENT = 30;

/** Finds pages, versions, runs, case sets and campaigns by name, message or hash. */
export function CommandPalette() {
  const router = useRouter();
  const [opened, setOpened] = useState(false);
  const { projects, project } = useCurrentProject();
  const enabled = opened && project !== null;
  const input = { project: project ?? "" };
  const versions = useQuery({ ...queries.versions.list.queryOptions({ input }), enabled });
  const runs = useQuery({ ...queries.runs.list.queryOptions({ input: { ...input, limit: RECENT } }), enabled });
  const datasets = useQuery({ ...queries.datasets.list.queryOptions({ input }), enabled });
  const campaigns = useQuery({ ...queries.campaigns.list.queryOptions({ input }), enabled });

  const action = (
    id: string,
    label: string,
    description: string,
    href: string,
    keywords: string[] = [],
  ): SpotlightActionData => ({
    id,
    label,
    description,
    keywords,
    onClick: () => router.push(href),
  });
  const groups: SpotlightActionGroupData[] = [
    {
      group: "Pages",
      actions: [
        ...(project ? sections.map(({ name, path }) => action(`page ${name}`, name, "", projectHref(project, path))) : []),
        ...(project
          ? releasePages.map(({ name, path }) => action(`page ${name}`, name, "Releases", projectHref(project, path)))
          : []),
        action("page Settings", "Settings", "", "/settings"),
      ],
    },
    {
      group: "Campaigns",
      actions: (campaigns.data ?? []).map((campaign) =>
        action(
          campaign.id,
          campaign.name,
          `campaign · ${campaign.stages.length} stages`,
          projectHref(campaign.project, `/evolve/${campaign.id}`),
        ),
      ),
    },
    {
      group: "Versions",
      actions: (versions.data ?? [])
        .slice(0, RECENT)
        .map((version) =>
          action(
            version.hash,
            version.name,
            `${version.hash.slice(0, 8)} · ${version.message}`,
            projectHref(version.project, `/harness/${version.hash.slice(0, 12)}`),
            [version.hash, version.author],
          ),
        ),
    },
    {
      group: "Runs",
      actions: (runs.data?.items ?? []).map((run) =>
        action(
          run.id,
          `${run.versionName} on ${run.datasetName}`,
          `${statusWords(run)} · ${run.endpointName} · ${run.version.slice(0, 8)}`,
          projectHref(run.project, `/runs/${run.id}`),
          [run.id],
        ),
      ),
    },
    {
      group: "Case sets",
      actions: (datasets.data ?? []).map((dataset) =>
        action(dataset.id, dataset.name, `${dataset.cases} cases`, projectHref(dataset.project, `/cases/${dataset.id}`)),
      ),
    },
    {
      group: "Projects",
      actions: projects.map((each) => action(`project ${each.id}`, each.name, each.description, projectHref(each.id))),
    },
  ].filter((group) => group.actions.length > 0);

  return (
    <Spotlight
      attributes={{ content: { "aria-label": "Find" } }}
      actions={groups}
      shortcut={null}
      nothingFound="Nothing by that name"
      highlightQuery
      scrollable
      maxHeight={420}
      limit={14}
      onSpotlightOpen={() => setOpened(true)}
      onSpotlightClose={() => setOpened(false)}
      searchProps={{ leftSection: <Icon name="search" />, placeholder: "Find a page, version, run …", "aria-label": "Find" }}
    />
  );
}
