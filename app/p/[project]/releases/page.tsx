import type { Metadata } from "next";
import { ReleasesPage } from "@/components/releases/releases-page";

export const metadata: Metadata = { title: "Releases" };

export default async function ProjectReleasesPage({ params }: PageProps<"/p/[project]/releases">) {
  const { project } = await params;
  return <ReleasesPage project={project} />;
}
