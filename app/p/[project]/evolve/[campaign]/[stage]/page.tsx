import type { Metadata } from "next";
import { StagePage } from "@/components/evolve/stage-page";

export const metadata: Metadata = { title: "Stage" };

export default async function Page({ params }: PageProps<"/p/[project]/evolve/[campaign]/[stage]">) {
  const { project, campaign, stage } = await params;
  return <StagePage key={stage} project={project} campaign={campaign} stage={stage} />;
}
