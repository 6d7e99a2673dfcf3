import type { Metadata } from "next";
import { CampaignsPage } from "@/components/evolve/campaigns-page";

export const metadata: Metadata = { title: "Evolve" };

export default async function Page({ params }: PageProps<"/p/[project]/evolve">) {
  const { project } = await params;
  return <CampaignsPage project={project} />;
}
