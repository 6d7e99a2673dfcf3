import type { Metadata } from "next";
import { CampaignPage } from "@/components/evolve/campaign-page";

export const metadata: Metadata = { title: "Campaign" };

export default async function Page({ params }: PageProps<"/p/[project]/evolve/[campaign]">) {
  const { project, campaign } = await params;
  return <CampaignPage project={project} campaign={campaign} />;
}
