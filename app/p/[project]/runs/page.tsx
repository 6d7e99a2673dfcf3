import type { Metadata } from "next";
import { RunsPage } from "@/components/runs/runs-page";

export const metadata: Metadata = { title: "Runs" };

export default async function Page({ params }: PageProps<"/p/[project]/runs">) {
  const { project } = await params;
  return <RunsPage project={project} />;
}
