import type { Metadata } from "next";
import { CaseListPage } from "@/components/cases/case-list";

export const metadata: Metadata = { title: "Cases" };

export default async function DatasetPage({ params }: PageProps<"/p/[project]/cases/[dataset]">) {
  const { project, dataset } = await params;
  return <CaseListPage project={project} dataset={decodeURIComponent(dataset)} />;
}
