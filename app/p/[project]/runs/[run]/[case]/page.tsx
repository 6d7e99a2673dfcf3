import type { Metadata } from "next";
import { CasePage } from "@/components/runs/case-page";

export const metadata: Metadata = { title: "Case result" };

export default async function Page({ params }: PageProps<"/p/[project]/runs/[run]/[case]">) {
  const { project, run, case: item } = await params;
  return <CasePage key={item} project={project} run={run} item={decodeURIComponent(item)} />;
}
