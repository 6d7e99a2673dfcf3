import type { Metadata } from "next";
import { VersionPage } from "@/components/harness/version-page";
import { projectHref } from "@/components/shell/sections";
import { NotFoundState } from "@/components/ui/not-found-state";
import { VersionRef } from "@/lib/contracts/ids";

export async function generateMetadata({ params }: PageProps<"/p/[project]/harness/[version]">): Promise<Metadata> {
  const { version } = await params;
  return { title: `Version ${version.slice(0, 8)}` };
}

export default async function HarnessVersionPage({ params }: PageProps<"/p/[project]/harness/[version]">) {
  const { project, version } = await params;
  if (!VersionRef.safeParse(version).success) {
    return (
      <NotFoundState
        what="version"
        id={decodeURIComponent(version)}
        back={{ label: "To the versions", href: projectHref(project, "/harness") }}
      />
    );
  }
  return <VersionPage project={project} version={version} />;
}
