import "server-only";
import { setImmediate as nextTurn } from "node:timers/promises";
import { copySource, endOfResults, readVoteTrajectory, sumVotes } from "@/db/judge-repository";
import { findResult } from "@/db/result-repository";
import type { RunJudging, VoteDetail } from "@/lib/contracts/judge";
import type { Run } from "@/lib/contracts/run";
import { RunSettings } from "@/lib/contracts/run-settings";
import { judgingOf } from "@/lib/evaluation/judge/judging";
import { conflict, notFound } from "../app-error";
import { BoundedMap } from "../bounded-map";
import { type Context, recordAudit } from "../context";
import { requireRun } from "../lookups";
import { toRun } from "../run-view";
import { requireJudge } from "./judges";
import { assertShowsCases, recordTrajectoryLook } from "./looks";
import { writeRun } from "./runs";

type RunKey = { project: string; run: string };

const LIVE = new Set<Run["status"]>(["queued", "running", "paused"]);

/**
 * Starts a run that scores the stored replies of an ended one with a judge as it is now: the same version, endpoint, data set
 * version, seed and repeats, and no budget, reuse or early decision, which are about making replies.
 */
export function rejudgeRun(
  context: Context,
  input: RunKey & { judge: string; concurrency: number; reason?: string | undefined },
): Run {
  const { studio } = context;
  const { project } = input;
  const id = studio.database.transaction((tx) => {
    const source = requireRun(tx, project, input.run);
    if (LIVE.has(source.status)) throw conflict("The run has not ended; judge it anew when it has.", { current: source.status });
    const judge = requireJudge(tx, project, input.judge);
    const { seed, repeats, retries } = source.settings;
    const replies = source.repliesOf ?? source.id;
    const made = writeRun(tx, context, {
      project,
      version: source.version,
      endpoint: source.endpoint,
      dataset: source.dataset,
      datasetVersion: source.datasetVersion,
      settings: RunSettings.parse({ seed, repeats, retries, concurrency: input.concurrency }),
      judge,
      repliesOf: replies,
      reason: input.reason,
    });
    copySource(tx, made, replies);
    recordAudit(tx, context, {
      action: "run-rejudged",
      project,
      subject: `run:${made}`,
      detail: { repliesOf: replies, judge: judge.id, judgeVersion: judge.version },
    });
    return made;
  });
  studio.runner.start(id);
  return toRun(studio.database, requireRun(studio.database, project, id));
}

/** Cases whose votes are summed at a time: a few dozen milliseconds, so that a large run keeps nobody waiting. */
const SUMMED_AT_ONCE = 2_000;

/** What judging ended runs came to, by run and when it ended. */
const summed = new BoundedMap<string, RunJudging>(200);

export async function runJudging({ studio }: Context, input: RunKey): Promise<RunJudging> {
  const store = studio.database;
  const run = requireRun(store, input.project, input.run);
  if (run.judge === null) return judgingOf(null, []);
  const key = `${run.id} ${run.finishedAt}`;
  const known = summed.get(key);
  if (known) return known;
  const sums: ReturnType<typeof sumVotes> = [];
  const end = endOfResults(store, run.id);
  for (let from = 0; from < end; from += SUMMED_AT_ONCE) {
    sums.push(...sumVotes(store, run.id, { from, to: from + SUMMED_AT_ONCE }));
    await nextTurn();
  }
  const judging = judgingOf(run.judge, sums);
  if (run.finishedAt !== null) summed.set(key, judging);
  return judging;
}

/** One vote and what the voter did; of a set that is not for development this is a look at a trajectory. */
export function voteDetail(context: Context, input: RunKey & { case: string; repeat: number; voter: number }): VoteDetail {
  const store = context.studio.database;
  const run = requireRun(store, input.project, input.run);
  assertShowsCases(store, run);
  const vote = findResult(store, run.id, input.case, input.repeat)?.votes.find(({ voter }) => voter === input.voter);
  const trajectory = readVoteTrajectory(store, run.id, input.case, input.repeat, input.voter);
  if (!vote || !trajectory) throw notFound("vote", `${input.voter} on ${input.case} (repeat ${input.repeat})`);
  recordTrajectoryLook(context, run, input.case);
  return { vote, trajectory };
}
