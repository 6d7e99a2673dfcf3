"use client";
import { useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { queries } from "@/lib/client/queries";
import type { Project } from "@/lib/contracts/project";
import { projectOf } from "./sections";

const KEY = "studio-last-project";
const never = () => () => undefined;

/** All projects, and the one the address names; on pages outside a project, the one last visited in this tab. */
export function useCurrentProject(): { projects: readonly Project[]; project: string | null } {
  const named = projectOf(usePathname());
  const list = useQuery(queries.projects.list.queryOptions());
  const last = useSyncExternalStore(
    never,
    () => window.sessionStorage.getItem(KEY),
    () => null,
  );
  useEffect(() => {
    if (named) window.sessionStorage.setItem(KEY, named);
  }, [named]);
  const projects = list.data ?? [];
  const fallback = projects.find((project) => project.id === last) ?? projects[0];
  return { projects, project: named ?? fallback?.id ?? null };
}
