import type { Metadata } from "next";
import { Prefetched } from "@/app/prefetched";
import { GateSettingsPage } from "@/components/releases/gate-settings-page";
import { queries } from "@/lib/client/queries";
import { getCaller } from "@/lib/server/caller";

export const metadata: Metadata = { title: "Gates" };

export default async function Page({ params }: PageProps<"/p/[project]/releases/gates">) {
  const { project } = await params;
  const input = { project };
  return (
    <Prefetched
      queries={[{ options: queries.gates.settings.queryOptions({ input }), load: () => getCaller().gates.settings(input) }]}
    >
      <GateSettingsPage project={project} />
    </Prefetched>
  );
}
