import type { Metadata } from "next";
import { Prefetched } from "@/app/prefetched";
import { ReleasePage } from "@/components/releases/release-page";
import { queries } from "@/lib/client/queries";
import { getCaller } from "@/lib/server/caller";

export const metadata: Metadata = { title: "Release" };

export default async function Page({ params }: PageProps<"/p/[project]/releases/[release]">) {
  const { project, release } = await params;
  const input = { project, release: decodeURIComponent(release) };
  return (
    <Prefetched
      queries={[
        { options: queries.releases.get.queryOptions({ input }), load: () => getCaller().releases.get(input), required: true },
      ]}
    >
      <ReleasePage project={project} release={input.release} />
    </Prefetched>
  );
}
