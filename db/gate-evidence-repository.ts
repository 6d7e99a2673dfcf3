import { and, desc, eq, gt, inArray, isNull, lt, ne, or } from "drizzle-orm";
import type { CaseRow } from "../lib/contracts/run";
import type { Store } from "./client";
import { caseResults, runs } from "./schema";

/** What the latency gate reads of a result. */
export const timesOfRun = (
  store: Store,
  run: string,
): Pick<CaseRow, "case" | "state" | "unscoredKind" | "wallMs" | "attempts" | "reusedFrom" | "finishedAt">[] =>
  store
    .select({
      case: caseResults.case,
      state: caseResults.state,
      unscoredKind: caseResults.unscoredKind,
      wallMs: caseResults.wallMs,
      attempts: caseResults.attempts,
      reusedFrom: caseResults.reusedFrom,
      finishedAt: caseResults.finishedAt,
    })
    .from(caseResults)
    .where(eq(caseResults.run, run))
    .all();

/** Other runs that asked the endpoint between two times, in any project: settings and what came of them. */
export const runsAlongside = (store: Store, asked: { run: string; endpoint: string; from: string; to: string }) =>
  store
    .select({ run: runs.id, settings: runs.settings, outcome: runs.outcome })
    .from(runs)
    .where(
      and(
        eq(runs.endpoint, asked.endpoint),
        ne(runs.id, asked.run),
        isNull(runs.repliesOf),
        lt(runs.startedAt, asked.to),
        or(isNull(runs.finishedAt), gt(runs.finishedAt, asked.from)),
      ),
    )
    .all();

/** Ids of the newest runs of a version on a data set, newest first, at most `limit`. */
export const runIdsOnDataset = (
  store: Store,
  { project, version, dataset, limit }: { project: string; version: string; dataset: string; limit: number },
): string[] =>
  store
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.project, project), eq(runs.version, version), eq(runs.dataset, dataset), isNull(runs.removedAt)))
    .orderBy(desc(runs.sequence))
    .limit(limit)
    .all()
    .map((row) => row.id);

/** Ids of the runs that ask an endpoint now or are about to, in any project, oldest first. */
export const liveRunsOnEndpoint = (store: Store, endpoint: string): string[] =>
  store
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.endpoint, endpoint), inArray(runs.status, ["queued", "running", "paused"]), isNull(runs.removedAt)))
    .orderBy(runs.sequence)
    .all()
    .map((row) => row.id);
