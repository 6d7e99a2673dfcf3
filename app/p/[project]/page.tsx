import type { Metadata } from "next";
import { Prefetched } from "@/app/prefetched";
import { OverviewPage } from "@/components/overview/overview-page";
import { queries } from "@/lib/client/queries";
import { getCaller } from "@/lib/server/caller";

export const metadata: Metadata = { title: "Overview" };

export default async function ProjectOverviewPage({ params }: PageProps<"/p/[project]">) {
  const { project } = await params;
  const input = { project };
  return (
    <Prefetched
      queries={[
        {
          options: queries.projects.overview.queryOptions({ input }),
          load: () => getCaller().projects.overview(input),
          required: true,
        },
      ]}
    >
      <OverviewPage project={project} />
    </Prefetched>
  );
}
