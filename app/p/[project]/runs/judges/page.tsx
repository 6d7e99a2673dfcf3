import type { Metadata } from "next";
import { Prefetched } from "@/app/prefetched";
import { JudgesPage } from "@/components/judges/judges-page";
import { queries } from "@/lib/client/queries";
import { getCaller } from "@/lib/server/caller";

export const metadata: Metadata = { title: "Judges" };

export default async function Page({ params }: PageProps<"/p/[project]/runs/judges">) {
  const { project } = await params;
  const input = { project };
  return (
    <Prefetched
      queries={[
        { options: queries.judges.list.queryOptions({ input }), load: () => getCaller().judges.list(input), required: true },
        { options: queries.judges.calibrations.queryOptions({ input }), load: () => getCaller().judges.calibrations(input) },
        { options: queries.gates.settings.queryOptions({ input }), load: () => getCaller().gates.settings(input) },
      ]}
    >
      <JudgesPage project={project} />
    </Prefetched>
  );
}
