import { notFound } from "next/navigation";
import { getCaller, requireSignIn } from "@/lib/server/caller";

/** Pages of a project that is not there answer 404. */
export default async function ProjectLayout({ children, params }: LayoutProps<"/p/[project]">) {
  const { project } = await params;
  await requireSignIn();
  const projects = await getCaller().projects.list();
  if (!projects.some((each) => each.id === decodeURIComponent(project))) notFound();
  return children;
}
