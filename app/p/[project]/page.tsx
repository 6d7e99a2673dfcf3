import type { Metadata } from "next";
import { OverviewPage } from "@/components/overview/overview-page";

export const metadata: Metadata = { title: "Overview" };

export default async function ProjectOverviewPage({ params }: PageProps<"/p/[project]">) {
  const { project } = await params;
  return <OverviewPage project={project} />;
}
