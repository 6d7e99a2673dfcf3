import type { Metadata } from "next";
import { VotePage } from "@/components/runs/vote-page";

export const metadata: Metadata = { title: "Vote" };

export default async function Page({ params }: PageProps<"/p/[project]/runs/[run]/[case]/votes/[voter]">) {
  const { project, run, case: item, voter } = await params;
  return <VotePage project={project} run={run} item={decodeURIComponent(item)} voter={voter} />;
}
