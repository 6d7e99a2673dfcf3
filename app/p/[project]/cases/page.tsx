import type { Metadata } from "next";
import { DatasetList } from "@/components/cases/dataset-list";

export const metadata: Metadata = { title: "Cases" };

export default async function CasesPage({ params }: PageProps<"/p/[project]/cases">) {
  const { project } = await params;
  return <DatasetList project={project} />;
}
