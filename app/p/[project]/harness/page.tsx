import type { Metadata } from "next";
import { VersionHistory } from "@/components/harness/version-history";

export const metadata: Metadata = { title: "Harness" };

export default async function HarnessPage({ params }: PageProps<"/p/[project]/harness">) {
  const { project } = await params;
  return <VersionHistory project={project} />;
}
