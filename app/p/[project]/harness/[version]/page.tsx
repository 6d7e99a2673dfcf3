import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Prefetched } from "@/app/prefetched";
import { VersionPage } from "@/components/harness/version-page";
import { queries } from "@/lib/client/queries";
import { VersionRef } from "@/lib/contracts/ids";
import { getCaller } from "@/lib/server/caller";

export async function generateMetadata({ params }: PageProps<"/p/[project]/harness/[version]">): Promise<Metadata> {
  const { version } = await params;
  return { title: `Version ${version.slice(0, 8)}` };
}

export default async function HarnessVersionPage({ params }: PageProps<"/p/[project]/harness/[version]">) {
  const { project, version } = await params;
  if (!VersionRef.safeParse(version).success) notFound();
  const input = { project, version };
  return (
    <Prefetched
      queries={[
        { options: queries.versions.get.queryOptions({ input }), load: () => getCaller().versions.get(input), required: true },
      ]}
    >
      <VersionPage project={project} version={version} />
    </Prefetched>
  );
}
