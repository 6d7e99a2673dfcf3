import type { Metadata } from "next";
import { Prefetched } from "@/app/prefetched";
import { ExperimentPage } from "@/components/traffic/experiment-page";
import { queries } from "@/lib/client/queries";
import { getCaller } from "@/lib/server/caller";

export const metadata: Metadata = { title: "Experiment" };

export default async function Page({ params }: PageProps<"/p/[project]/releases/traffic/[experiment]">) {
  const { project, experiment } = await params;
  const input = { project, experiment: decodeURIComponent(experiment) };
  return (
    <Prefetched
      queries={[
        { options: queries.traffic.get.queryOptions({ input }), load: () => getCaller().traffic.get(input), required: true },
      ]}
    >
      <ExperimentPage project={project} experiment={input.experiment} />
    </Prefetched>
  );
}
