import type { Metadata } from "next";
import { Prefetched } from "@/app/prefetched";
import { CasePage } from "@/components/cases/case-page";
import { queries } from "@/lib/client/queries";
import { getCaller } from "@/lib/server/caller";

type Props = PageProps<"/p/[project]/cases/[dataset]/[case]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Case ${decodeURIComponent((await params).case)}` };
}

export default async function OneCasePage({ params }: Props) {
  const { project, dataset, case: id } = await params;
  const set = { project, dataset: decodeURIComponent(dataset) };
  const input = { ...set, case: decodeURIComponent(id) };
  return (
    <Prefetched
      queries={[
        { options: queries.datasets.get.queryOptions({ input: set }), load: () => getCaller().datasets.get(set), required: true },
        { options: queries.datasets.case.queryOptions({ input }), load: () => getCaller().datasets.case(input), required: true },
      ]}
    >
      <CasePage project={project} dataset={set.dataset} id={input.case} />
    </Prefetched>
  );
}
