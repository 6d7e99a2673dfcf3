import type { Metadata } from "next";
import { Prefetched } from "@/app/prefetched";
import { DeliveryPage } from "@/components/delivery/delivery-page";
import { queries } from "@/lib/client/queries";
import { ReleaseChannel } from "@/lib/contracts/release-gate";
import { getCaller } from "@/lib/server/caller";

export const metadata: Metadata = { title: "Delivery" };

export default async function Page({ params }: PageProps<"/p/[project]/releases/delivery">) {
  const { project } = await params;
  return (
    <Prefetched
      queries={ReleaseChannel.options.map((channel) => ({
        options: queries.releases.list.queryOptions({ input: { project, channel } }),
        load: () => getCaller().releases.list({ project, channel }),
        required: true,
      }))}
    >
      <DeliveryPage project={project} />
    </Prefetched>
  );
}
