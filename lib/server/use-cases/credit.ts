import "server-only";
import { listEntries } from "@/db/campaign-repository";
import type { Store } from "@/db/client";
import { findCredit, putCredit, runningCredits } from "@/db/credit-repository";
import type { StoredRun } from "@/db/run-repository";
import type { StageCredit } from "@/lib/contracts/credit";
import type { Spent } from "@/lib/contracts/evolution";
import type { Flip } from "@/lib/contracts/run";
import type { Budget } from "@/lib/contracts/run-settings";
import { CreditTally, type LeftOut, leaveOneOut } from "@/lib/evolution/credit";
import { addSpent } from "@/lib/evolution/spending";
import { badRequest, conflict, notFound } from "../app-error";
import { isEvaluated } from "../campaign-view";
import { type Context, recordAudit } from "../context";
import { timestamp } from "../ids";
import { requireBundle, requireRun } from "../lookups";
import { pairedResultsOf } from "../paired-results";
import { EndpointUnusable } from "../runs/endpoint-model";
import type { Studio } from "../studio";
import { rerunWithout } from "../trials/credit-reruns";
import { findStageOf, isShipped, type StageKey } from "./stages";

const STUDIO_STOPPED = "The studio was stopped meanwhile. Start the credit again: what it has found is kept.";
const BROKE = "The reruns stopped with an error inside the studio. Its log has the details.";
/** Progress is written at most this often, in milliseconds. */
const WRITE_EVERY_MS = 250;

const jobOf = (stage: string) => `credit:${stage}`;

interface Work {
  credit: StageCredit;
  run: StoredRun;
  entries: LeftOut[];
  flips: Flip[];
  tally: CreditTally;
  /** What unfinished credits before it took. */
  before: Spent;
}

/** Whether an unfinished credit still speaks of these runs: neither was run again since. */
const goesOn = (credit: StageCredit | null, runs: readonly StoredRun[]): credit is StageCredit =>
  credit !== null && credit.status !== "completed" && runs.every((run) => (run.finishedAt ?? "") <= credit.at);

function prepare(store: Store, context: Context, input: StageKey & { budget: Budget }): Work {
  const { stage } = findStageOf(store, input);
  const { baseVersion, baseRun, run: stageRun } = stage;
  if (!baseVersion || !baseRun) throw badRequest("stage: the first stage has no entries");
  if (!stageRun || !isEvaluated(store, stageRun)) throw badRequest("stage: it is not evaluated yet");
  const shipped = listEntries(store, stage.id).filter(isShipped);
  if (shipped.length === 0) throw badRequest("stage: it has no entries");
  const earlier = findCredit(store, stage.id);
  if (earlier?.status === "running") {
    throw conflict("The credit of this stage is being made.", { current: "running", by: earlier.by, at: earlier.at });
  }
  if (context.studio.jobs.has(jobOf(stage.id))) throw conflict("The reruns are being stopped.", { current: "stopping" });
  const [base, run] = [requireRun(store, input.project, baseRun), requireRun(store, input.project, stageRun)];
  const { flips } = pairedResultsOf(store, { base: base.id, head: run.id });
  const entries = leaveOneOut(requireBundle(store, baseVersion), shipped);
  const tally = new CreditTally(entries, flips);
  const kept = goesOn(earlier, [base, run]) ? earlier : null;
  if (kept) tally.takeOver(kept.entries);
  const before = { calls: kept?.calls ?? 0, tokens: kept?.tokens ?? 0, cost: kept?.cost ?? null };
  const credit: StageCredit = {
    ...{ stage: stage.id, status: "running", error: null, discordant: flips.length, ...tally.progress },
    ...{ entries: tally.credits(), unexplained: tally.unexplained(), budget: input.budget, ...before },
    ...{ by: context.actor, at: timestamp() },
  };
  return { credit, run, entries, flips, tally, before };
}

/**
 * Gives each shipped entry its fixed and broken cases: the cases that changed between the stage's two runs are run again on
 * the version without it, in the background and within the budget. Started again, an unfinished credit goes on where it was.
 */
export function creditStage(context: Context, input: StageKey & { budget: Budget }): StageCredit {
  const { studio } = context;
  const work = studio.database.transaction(
    (tx) => {
      const prepared = prepare(tx, context, input);
      const { credit, entries, flips } = prepared;
      putCredit(tx, credit);
      recordAudit(tx, context, {
        action: "credit-started",
        project: input.project,
        subject: `stage:${credit.stage}`,
        detail: { entries: entries.length, cases: flips.length, reruns: credit.total - credit.done, budget: input.budget },
      });
      return prepared;
    },
    { behavior: "immediate" },
  );
  void studio.jobs.start(jobOf(work.credit.stage), (signal) => carryOut(studio, work, signal));
  studio.stageEvents.notify(work.credit.stage);
  return work.credit;
}

async function carryOut(studio: Studio, work: Work, signal: AbortSignal): Promise<void> {
  const { run, entries, flips, tally, before } = work;
  const { stage, budget } = work.credit;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const write = (spent: Spent, end: Partial<StageCredit> = {}) => {
    const found = { ...tally.progress, entries: tally.credits(), unexplained: tally.unexplained() };
    putCredit(studio.database, { ...work.credit, ...found, ...addSpent(before, spent), ...end });
    studio.stageEvents.notify(stage);
  };
  let known: Spent = { calls: 0, tokens: 0, cost: null };
  try {
    const { ended, spent } = await rerunWithout(studio, {
      ...{ run, entries, flips, tally, budget, signal },
      onProgress: (now) => {
        known = now;
        if (performance.now() - writtenAt < WRITE_EVERY_MS) return;
        writtenAt = performance.now();
        write(now);
      },
    });
    const lost = ended === "stopped" && signal.reason === "studio-stopped";
    const status = lost ? "failed" : ended === "all" ? "completed" : ended;
    write(spent, { status, error: lost ? STUDIO_STOPPED : null });
  } catch (error) {
    const unusable = error instanceof EndpointUnusable;
    write(known, { status: "failed", error: unusable ? error.message : BROKE });
    if (!unusable) throw error;
  }
}

/** Stops the reruns; what they found is kept. A credit that has ended is answered as it is. */
export function stopCredit(context: Context, input: StageKey): StageCredit {
  const { studio } = context;
  const stopped = studio.database.transaction((tx) => {
    const { stage } = findStageOf(tx, input);
    const credit = findCredit(tx, stage.id);
    if (!credit) throw notFound("credit of stage", stage.id);
    if (credit.status !== "running") return credit;
    const ended: StageCredit = { ...credit, status: "stopped" };
    putCredit(tx, ended);
    recordAudit(tx, context, {
      action: "credit-stopped",
      project: input.project,
      subject: `stage:${stage.id}`,
      detail: { done: credit.done, total: credit.total },
    });
    return ended;
  });
  studio.jobs.stop(jobOf(stopped.stage));
  studio.stageEvents.notify(stopped.stage);
  return stopped;
}

/** Ends the credits that a stopped studio left under way: each can be started again and goes on. */
export function endLostCredits(studio: Studio): void {
  for (const credit of runningCredits(studio.database)) {
    if (!studio.jobs.has(jobOf(credit.stage))) {
      putCredit(studio.database, { ...credit, status: "failed", error: STUDIO_STOPPED });
    }
  }
}
