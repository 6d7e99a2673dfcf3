import type { Metadata } from "next";
import { ComparePage } from "@/components/runs/compare-page";

export const metadata: Metadata = { title: "Compare runs" };

export default async function Page({ params }: PageProps<"/p/[project]/runs/compare">) {
  const { project } = await params;
  return <ComparePage project={project} />;
}
