import type { Metadata } from "next";
import { Prefetched } from "@/app/prefetched";
import { readChannel } from "@/components/releases/channel-words";
import { ReleasesPage } from "@/components/releases/releases-page";
import { queries } from "@/lib/client/queries";
import { getCaller } from "@/lib/server/caller";

export const metadata: Metadata = { title: "Releases" };

export default async function ProjectReleasesPage({ params, searchParams }: PageProps<"/p/[project]/releases">) {
  const { project } = await params;
  const { channel } = await searchParams;
  const input = { project, channel: readChannel(() => (typeof channel === "string" ? channel : null)) };
  return (
    <Prefetched
      queries={[
        { options: queries.releases.list.queryOptions({ input }), load: () => getCaller().releases.list(input), required: true },
      ]}
    >
      <ReleasesPage project={project} />
    </Prefetched>
  );
}
