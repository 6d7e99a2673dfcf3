"use client";
import { usePathname } from "next/navigation";
import { NotFoundState } from "@/components/ui/not-found-state";
import { missingAt } from "./missing";
import { useCurrentProject } from "./use-current-project";

/** The page of an address that leads nowhere: what it was meant to name, and the way back. */
export function NotFoundPage() {
  const pathname = usePathname();
  const { projects, project } = useCurrentProject();
  const known = projects.some((each) => each.id === project);
  return <NotFoundState {...missingAt(pathname, known)} />;
}
