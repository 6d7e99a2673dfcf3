import type { Metadata } from "next";
import { RunPage } from "@/components/runs/run-page";

export const metadata: Metadata = { title: "Run" };

export default async function Page({ params }: PageProps<"/p/[project]/runs/[run]">) {
  const { project, run } = await params;
  return <RunPage project={project} run={run} />;
}
