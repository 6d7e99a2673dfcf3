import { gunzipSync, gzipSync } from "node:zlib";
import { and, asc, count, eq, max, sql } from "drizzle-orm";
import { z } from "zod";
import type { Judge, JudgeVersion } from "../lib/contracts/judge";
import { Trajectory } from "../lib/contracts/trajectory";
import type { Store } from "./client";
import { isThere, projectIsThere } from "./removed";
import { caseResults, judges, judgeVersions, runs, voteTrajectories } from "./schema";

const currentVersion = and(
  eq(judgeVersions.project, judges.project),
  eq(judgeVersions.judge, judges.id),
  eq(judgeVersions.version, judges.current),
);

/** The judges of a project as they are now, oldest first; `runs` counts those that any version of the judge scored. */
export function listJudges(store: Store, project: string): Judge[] {
  const judgeOfRun = sql<string>`json_extract(${runs.judge}, '$.id')`;
  const counted = store
    .select({ judge: judgeOfRun, n: count() })
    .from(runs)
    .where(and(eq(runs.project, project), sql`${runs.judge} is not null`, isThere(runs)))
    .groupBy(judgeOfRun)
    .all();
  const uses = new Map(counted.map((row) => [row.judge, row.n]));
  return store
    .select({ body: judgeVersions.body, createdAt: judges.createdAt })
    .from(judges)
    .innerJoin(judgeVersions, currentVersion)
    .where(and(eq(judges.project, project), projectIsThere(judges.project)))
    .orderBy(asc(judges.createdAt), asc(judges.id))
    .all()
    .map(({ body, createdAt }) => ({ ...body, project, createdAt, runs: uses.get(body.id) ?? 0 }));
}

/** The version of a judge that new runs take. */
export const findJudge = (store: Store, project: string, id: string): JudgeVersion | undefined =>
  store
    .select({ body: judgeVersions.body })
    .from(judges)
    .innerJoin(judgeVersions, currentVersion)
    .where(and(eq(judges.project, project), eq(judges.id, id), projectIsThere(judges.project)))
    .get()?.body;

/** Stores a judge version and makes it the current one. A version that is there already keeps its voters and takes the name. */
export function putJudge(store: Store, project: string, body: JudgeVersion, at: string): void {
  const { id, version, name } = body;
  store
    .insert(judges)
    .values({ project, id, current: version, createdAt: at })
    .onConflictDoUpdate({ target: [judges.project, judges.id], set: { current: version } })
    .run();
  const key = and(eq(judgeVersions.project, project), eq(judgeVersions.judge, id), eq(judgeVersions.version, version));
  const known = store.select({ body: judgeVersions.body }).from(judgeVersions).where(key).get();
  if (known)
    store
      .update(judgeVersions)
      .set({ body: { ...known.body, name } })
      .where(key)
      .run();
  else store.insert(judgeVersions).values({ project, judge: id, version, body, createdAt: at }).run();
}

/**
 * Stores what the voters did on a case result, in the order of its votes. Call it right after the result, in its transaction.
 */
export function insertVoteTrajectories(
  store: Store,
  run: string,
  id: string,
  repeat: number,
  trajectories: readonly Trajectory[],
): void {
  if (trajectories.length === 0) return;
  const rows = trajectories.map((trajectory, voter) => {
    return { run, case: id, repeat, voter, body: gzipSync(JSON.stringify(trajectory), { level: 4 }) };
  });
  store.insert(voteTrajectories).values(rows).onConflictDoNothing().run();
}

export function readVoteTrajectory(store: Store, run: string, id: string, repeat: number, voter: number): Trajectory | undefined {
  const row = store
    .select({ body: voteTrajectories.body })
    .from(voteTrajectories)
    .where(
      and(
        eq(voteTrajectories.run, run),
        eq(voteTrajectories.case, id),
        eq(voteTrajectories.repeat, repeat),
        eq(voteTrajectories.voter, voter),
      ),
    )
    .get();
  return row && Trajectory.parse(JSON.parse(gunzipSync(row.body).toString("utf8")));
}

const VoteSum = z.object({
  voter: z.int(),
  state: z.enum(["voted", "abstained", "error"]),
  votes: z.int(),
  calls: z.int(),
  promptTokens: z.int().nullable(),
  completionTokens: z.int().nullable(),
});
type VoteSum = z.infer<typeof VoteSum>;

/** The votes of a run summed by voter and state, over the results of the cases `from` up to before `to` of its data set. */
export function sumVotes(store: Store, run: string, { from, to }: { from: number; to: number }): VoteSum[] {
  const rows = store.all(sql`
    select json_extract(v.value, '$.voter') as voter, json_extract(v.value, '$.state') as state, count(*) as votes,
      sum(json_extract(v.value, '$.usage.calls')) as calls,
      sum(json_extract(v.value, '$.usage.promptTokens')) as promptTokens,
      sum(json_extract(v.value, '$.usage.completionTokens')) as completionTokens
    from case_results r, json_each(r.votes) v
    where r.run = ${run} and r.ordinal >= ${from} and r.ordinal < ${to} group by 1, 2`);
  return z.array(VoteSum).parse(rows);
}

/** The place after the last case of the run's data set that has a result; 0 where none has. */
export const endOfResults = (store: Store, run: string): number =>
  (store
    .select({ last: max(caseResults.ordinal) })
    .from(caseResults)
    .where(eq(caseResults.run, run))
    .get()?.last ?? -1) + 1;

/** Gives a run that judges stored replies the endpoint, FAQ and data as they were for the run that made them. */
export function copySource(store: Store, run: string, source: string): void {
  const from = store.select({ endpoint: runs.endpointAtStart, faq: runs.faq }).from(runs).where(eq(runs.id, source)).get();
  if (from) store.update(runs).set({ endpointAtStart: from.endpoint, faq: from.faq }).where(eq(runs.id, run)).run();
}
