import type { Metadata } from "next";
import { Prefetched } from "@/app/prefetched";
import { DatasetList } from "@/components/cases/dataset-list";
import { queries } from "@/lib/client/queries";
import { getCaller } from "@/lib/server/caller";

export const metadata: Metadata = { title: "Cases" };

export default async function CasesPage({ params }: PageProps<"/p/[project]/cases">) {
  const { project } = await params;
  const input = { project };
  return (
    <Prefetched
      queries={[
        { options: queries.datasets.list.queryOptions({ input }), load: () => getCaller().datasets.list(input), required: true },
      ]}
    >
      <DatasetList project={project} />
    </Prefetched>
  );
}
