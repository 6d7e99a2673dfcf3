import type { Run } from "@/lib/contracts/run";

type Named = Pick<Run, "id" | "version" | "endpointName" | "createdAt">;

/** What tells runs of one version apart, by run: the endpoint or else when it was made; null where the version is enough. */
export function tellApart(runs: readonly Named[]): ReadonlyMap<string, string | null> {
  return new Map(
    runs.map((run) => {
      const alike = runs.filter((other) => other.version === run.version);
      if (alike.length === 1) return [run.id, null];
      const endpoints = new Set(alike.map((other) => other.endpointName));
      return [run.id, endpoints.size === alike.length ? run.endpointName : run.createdAt.slice(0, 16).replace("T", " ")];
    }),
  );
}
