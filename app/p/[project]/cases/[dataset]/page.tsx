import type { Metadata } from "next";
import { Prefetched } from "@/app/prefetched";
import { CaseListPage } from "@/components/cases/case-list";
import { queries } from "@/lib/client/queries";
import { getCaller } from "@/lib/server/caller";

export const metadata: Metadata = { title: "Cases" };

export default async function DatasetPage({ params }: PageProps<"/p/[project]/cases/[dataset]">) {
  const { project, dataset } = await params;
  const input = { project, dataset: decodeURIComponent(dataset) };
  return (
    <Prefetched
      queries={[
        { options: queries.datasets.get.queryOptions({ input }), load: () => getCaller().datasets.get(input), required: true },
      ]}
    >
      <CaseListPage project={project} dataset={input.dataset} />
    </Prefetched>
  );
}
