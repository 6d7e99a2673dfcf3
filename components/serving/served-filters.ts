import { z } from "zod";

/** What of the served requests is shown: the part of the address that the list reads. */
export const ServedFilters = z.object({
  show: z.enum(["all", "incidents", "suppressed", "recovered"]).catch("all"),
  offset: z.coerce.number().int().min(0).catch(0),
});
export type ServedFilters = z.infer<typeof ServedFilters>;

/** Reads the filters from the address; what does not parse is the default. */
export const readServedFilters = (get: (key: string) => string | null): ServedFilters =>
  ServedFilters.parse({ show: get("show") ?? "all", offset: get("offset") ?? 0 });

/** A POST that asks for one reply, as a line for a POSIX shell. */
export function firstRequest(origin: string, project: string): string {
  const body = JSON.stringify({ project, input: { comments: [{ text: "How much is link 3?" }] } });
  return `curl -X POST ${origin}/api/respond -H 'content-type: application/json' -d '${body}'`;
}

/** Address of one served request. */
export const servedHref = (project: string, trajectory: string): string =>
  `/p/${project}/releases/served/${encodeURIComponent(trajectory)}`;
