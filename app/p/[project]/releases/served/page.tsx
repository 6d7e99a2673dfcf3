import type { Metadata } from "next";
import { ServedPage } from "@/components/serving/served-page";

export const metadata: Metadata = { title: "Served requests" };

export default async function Page({ params }: PageProps<"/p/[project]/releases/served">) {
  const { project } = await params;
  return <ServedPage project={project} />;
}
