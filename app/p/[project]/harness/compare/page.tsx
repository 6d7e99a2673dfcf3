import type { Metadata } from "next";
import { VersionComparison } from "@/components/harness/version-comparison";

export const metadata: Metadata = { title: "Compare versions" };

export default async function ComparePage({ params }: PageProps<"/p/[project]/harness/compare">) {
  const { project } = await params;
  return <VersionComparison project={project} />;
}
