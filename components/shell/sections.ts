/** The pages of a project, in the order of the top bar. */
export const sections = [
  { name: "Overview", path: "", key: "g o" },
  { name: "Harness", path: "/harness", key: "g h" },
  { name: "Cases", path: "/cases", key: "g c" },
  { name: "Runs", path: "/runs", key: "g r" },
  { name: "Evolve", path: "/evolve", key: "g e" },
  { name: "Releases", path: "/releases", key: "g l" },
] as const;

/** What is below Releases and is found by name. */
export const releasePages = [
  { name: "Promote a version", path: "/releases?promote=choose" },
  { name: "Gates", path: "/releases/gates" },
  { name: "Traffic", path: "/releases/traffic" },
  { name: "Delivery", path: "/releases/delivery" },
  { name: "Served requests", path: "/releases/served" },
] as const;

export const projectHref = (project: string, path = ""): string => `/p/${encodeURIComponent(project)}${path}`;

/** The project that an address names, or null. */
export function projectOf(pathname: string): string | null {
  const match = /^\/p\/([^/]+)/.exec(pathname);
  return match?.[1] ? decodeURIComponent(match[1]) : null;
}
