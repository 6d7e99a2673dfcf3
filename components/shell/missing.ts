import { projectHref } from "./sections";

export interface Missing {
  what: string;
  id?: string;
  back: { label: string; href: string };
}

const last: Record<string, { what: string; label: string; up: (parts: readonly string[]) => string }[]> = {
  harness: [{ what: "version", label: "To the versions", up: () => "/harness" }],
  cases: [
    { what: "case set", label: "To the case sets", up: () => "/cases" },
    { what: "case", label: "To the cases", up: ([set]) => `/cases/${set}` },
  ],
  runs: [
    { what: "run", label: "To the runs", up: () => "/runs" },
    { what: "case result", label: "To the run", up: ([run]) => `/runs/${run}` },
  ],
  evolve: [
    { what: "campaign", label: "To the campaigns", up: () => "/evolve" },
    { what: "stage", label: "To the campaign", up: ([campaign]) => `/evolve/${campaign}` },
  ],
  releases: [
    { what: "release", label: "To the releases", up: () => "/releases" },
    { what: "served request", label: "To the served requests", up: () => "/releases/served" },
  ],
};

const page: Missing = { what: "page", back: { label: "To the projects", href: "/?all" } };

/** What an address that leads nowhere was meant to name, and the way back up. `known`: whether its project is there. */
export function missingAt(pathname: string, known: boolean): Missing {
  const [root, project, room, ...rest] = pathname.split("/").slice(1);
  if (root !== "p" || !project) return page;
  const id = decodeURIComponent(project);
  if (!known) return { what: "project", id, back: page.back };
  const found = last[room ?? ""]?.[rest.length - 1];
  const named = rest.at(-1);
  if (!found || !named) return { what: "page", back: { label: "To the overview", href: projectHref(id) } };
  return {
    what: found.what,
    id: decodeURIComponent(named),
    back: { label: found.label, href: projectHref(id, found.up(rest)) },
  };
}
