import type { Metadata } from "next";
import { ServedRequestPage } from "@/components/serving/served-request-page";

export const metadata: Metadata = { title: "Served request" };

export default async function Page({ params }: PageProps<"/p/[project]/releases/served/[trajectory]">) {
  const { project, trajectory } = await params;
  return <ServedRequestPage project={project} trajectory={decodeURIComponent(trajectory)} />;
}
