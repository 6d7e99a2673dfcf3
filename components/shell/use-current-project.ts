"use client";
import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { queries } from "@/lib/client/queries";
import type { Project } from "@/lib/contracts/project";
import { projectOf } from "./sections";

const KEY = "studio-last-project";

/** All projects, and the one the address names; on pages outside a project, the one last visited. */
export function useCurrentProject(): { projects: readonly Project[]; project: string | null; loaded: boolean } {
  const pathname = usePathname();
  const named = projectOf(pathname);
  const list = useQuery(queries.projects.list.queryOptions());
  useEffect(() => {
    if (named) window.sessionStorage.setItem(KEY, named);
  }, [named]);
  const projects = list.data ?? [];
  const last = list.data ? window.sessionStorage.getItem(KEY) : null;
  const fallback = projects.find((project) => project.id === last) ?? projects[0];
  return { projects, project: named ?? fallback?.id ?? null, loaded: list.data !== undefined };
}
