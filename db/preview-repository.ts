import { and, desc, eq, gt, isNull, ne } from "drizzle-orm";
import type { Store } from "./client";
import { isThere } from "./removed";
import { caseResults, runs } from "./schema";

export interface UsageSample {
  calls: number;
  prompt: number | null;
  completion: number | null;
  wallMs: number;
}

/** What cases took before: of one version, of any on a data set, or of any on an endpoint; newest first, at most `limit`. */
export function usageSamples(
  store: Store,
  place: { project: string; version: string; endpoint: string; dataset: string },
  scope: "version" | "dataset" | "endpoint",
  limit: number,
): UsageSample[] {
  const where = [eq(runs.project, place.project), eq(runs.endpoint, place.endpoint), isThere(runs)];
  if (scope !== "endpoint") where.push(eq(runs.dataset, place.dataset));
  if (scope === "version") where.push(eq(runs.version, place.version));
  const own = store
    .select({ id: runs.id })
    .from(runs)
    .where(and(...where))
    .orderBy(desc(runs.sequence))
    .limit(20)
    .all();
  const samples: UsageSample[] = [];
  for (const { id } of own) {
    if (samples.length >= limit) break;
    const found = store
      .select({
        calls: caseResults.calls,
        prompt: caseResults.promptTokens,
        completion: caseResults.completionTokens,
        wallMs: caseResults.wallMs,
      })
      .from(caseResults)
      .where(
        and(eq(caseResults.run, id), gt(caseResults.calls, 0), isNull(caseResults.reusedFrom), ne(caseResults.state, "unscored")),
      )
      .limit(limit - samples.length)
      .all();
    samples.push(...found);
  }
  return samples;
}
