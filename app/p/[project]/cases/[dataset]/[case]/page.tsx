import type { Metadata } from "next";
import { CasePage } from "@/components/cases/case-page";

type Props = PageProps<"/p/[project]/cases/[dataset]/[case]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Case ${decodeURIComponent((await params).case)}` };
}

export default async function OneCasePage({ params }: Props) {
  const { project, dataset, case: id } = await params;
  return <CasePage project={project} dataset={decodeURIComponent(dataset)} id={decodeURIComponent(id)} />;
}
