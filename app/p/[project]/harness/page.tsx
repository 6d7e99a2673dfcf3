import type { Metadata } from "next";
import { Prefetched } from "@/app/prefetched";
import { VersionHistory } from "@/components/harness/version-history";
import { queries } from "@/lib/client/queries";
import { getCaller } from "@/lib/server/caller";

export const metadata: Metadata = { title: "Harness" };

export default async function HarnessPage({ params }: PageProps<"/p/[project]/harness">) {
  const { project } = await params;
  const input = { project };
  return (
    <Prefetched
      queries={[
        { options: queries.versions.list.queryOptions({ input }), load: () => getCaller().versions.list(input), required: true },
      ]}
    >
      <VersionHistory project={project} />
    </Prefetched>
  );
}
