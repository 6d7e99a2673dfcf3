import type { Metadata } from "next";
import { Prefetched } from "@/app/prefetched";
import { TrafficPage } from "@/components/traffic/traffic-page";
import { queries } from "@/lib/client/queries";
import { getCaller } from "@/lib/server/caller";

export const metadata: Metadata = { title: "Traffic" };

export default async function Page({ params }: PageProps<"/p/[project]/releases/traffic">) {
  const { project } = await params;
  const input = { project };
  return (
    <Prefetched
      queries={[
        { options: queries.traffic.list.queryOptions({ input }), load: () => getCaller().traffic.list(input), required: true },
      ]}
    >
      <TrafficPage project={project} />
    </Prefetched>
  );
}
