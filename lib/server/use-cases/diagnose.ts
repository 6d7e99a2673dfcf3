import "server-only";
import { analystReader } from "@/db/analyst-reader";
import { findDiagnosis, listEntries, putDiagnosis, runningDiagnoses } from "@/db/campaign-repository";
import type { Analyst, Diagnosis, Stage } from "@/lib/contracts/evolution";
import type { Budget } from "@/lib/contracts/run-settings";
import { requireAnalyst } from "../analysts";
import { badRequest, conflict } from "../app-error";
import { isCompleted, toStage } from "../campaign-view";
import { type Context, recordAudit } from "../context";
import { carryOutDiagnosis, type DiagnosisWork } from "../diagnosis/carry-out";
import { isWorthKeeping, newDiagnosis, newerDiagnosis } from "../diagnosis/new-diagnosis";
import { timestamp } from "../ids";
import { requireRun, requireStage } from "../lookups";
import type { Studio } from "../studio";
import { findStageOf, requireUndecided, type StageKey } from "./stages";

/** A diagnosis that takes longer than this, in milliseconds, is answered as running and goes on in the background. */
const PATIENCE_MS = 10_000;
/** How long a stop waits for the work to end, in milliseconds. */
const STOP_MS = 5_000;

const jobOf = (stage: string) => `diagnosis:${stage}`;

const delay = (ms: number) => new Promise<void>((settle) => setTimeout(settle, ms).unref());

const LOST: Pick<Diagnosis, "status" | "error"> = {
  status: "failed",
  error: "The studio was stopped meanwhile. Start the diagnosis again.",
};

/**
 * Clusters the failures of the run the stage starts from, and proposes verified edits, as a job within the budget. Replaces an
 * earlier diagnosis when it is completed, as long as none of its entries is accepted. Answers with the result, or with
 * `running` after ten seconds.
 */
export async function diagnoseStage(
  context: Context,
  input: StageKey & { analyst: Analyst; maxEntries: number; budget: Budget },
): Promise<Stage> {
  const { studio } = context;
  const { database } = studio;
  const work = database.transaction((tx): DiagnosisWork => {
    const { campaign, stage } = findStageOf(tx, input);
    requireUndecided(stage);
    if (stage.step !== "diagnose" && stage.step !== "confirm") {
      throw conflict(`The stage stands at ${stage.step}.`, { current: stage.step });
    }
    if (!stage.baseVersion || !stage.baseRun || !isCompleted(tx, stage.baseRun)) {
      throw badRequest("stage: it has no completed run to diagnose");
    }
    const there = findDiagnosis(tx, stage.id);
    if (there?.status === "running" || studio.jobs.has(jobOf(stage.id))) {
      throw conflict("A diagnosis is under way.", { current: "running" });
    }
    const kept = listEntries(tx, stage.id).find((entry) => entry.status === "accepted" || entry.status === "edited");
    if (kept) {
      throw conflict("Entries are accepted already; reopen them before a new diagnosis.", {
        current: kept.title,
        ...(kept.decidedBy === null ? {} : { by: kept.decidedBy }),
      });
    }
    const run = requireRun(tx, input.project, stage.baseRun).id;
    analystReader(tx).requireOpen(run);
    const chosen = requireAnalyst(tx, input.analyst);
    const earlier = there && isWorthKeeping(there) ? there : null;
    const running = earlier ? newerDiagnosis(earlier, input.analyst) : newDiagnosis(input.analyst, run);
    putDiagnosis(tx, stage.id, running);
    recordAudit(tx, context, {
      action: "stage-diagnosed",
      project: input.project,
      subject: `stage:${stage.id}`,
      detail: { analyst: input.analyst.kind, endpoint: input.analyst.endpoint, run, budget: input.budget },
    });
    const { maxEntries, budget } = input;
    return { campaign, stage, run, chosen, maxEntries, budget, actor: context.actor, running, earlier };
  });
  studio.stageEvents.notify(input.stage);
  const done = studio.jobs.start(jobOf(input.stage), (signal) => carryOutDiagnosis(studio, work, signal));
  await Promise.race([done, delay(PATIENCE_MS)]);
  return toStage(database, requireStage(database, input.campaign, input.stage));
}

/** Stops a diagnosis that is under way; an earlier one stays. Answers when it has ended, or after five seconds. */
export async function stopDiagnosis(context: Context, input: StageKey): Promise<Stage> {
  const { studio } = context;
  const { database } = studio;
  const watch = studio.stageEvents.watch(input.stage);
  try {
    database.transaction((tx) => {
      const { stage } = findStageOf(tx, input);
      const diagnosis = findDiagnosis(tx, stage.id);
      if (diagnosis?.status !== "running") {
        throw conflict("No diagnosis is under way.", { current: diagnosis?.status ?? "none" });
      }
      recordAudit(tx, context, {
        action: "diagnosis-stopped",
        project: input.project,
        subject: `stage:${stage.id}`,
        detail: { analyst: (diagnosis.newer ?? diagnosis).analyst.kind },
      });
      // Nobody works on it where a killed studio left it.
      if (!studio.jobs.stop(jobOf(stage.id))) putDiagnosis(tx, stage.id, { ...diagnosis, ...LOST });
    });
    const end = performance.now() + STOP_MS;
    while (studio.jobs.has(jobOf(input.stage)) && performance.now() < end) await watch.next(100);
  } finally {
    watch.stop();
  }
  studio.stageEvents.notify(input.stage);
  return toStage(database, requireStage(database, input.campaign, input.stage));
}

/** Ends the diagnoses that a stopped studio left under way: they can be started again. */
export function endLostDiagnoses(studio: Studio): void {
  for (const { stage, body } of runningDiagnoses(studio.database)) {
    putDiagnosis(studio.database, stage, { ...body, ...LOST, at: timestamp() });
  }
}
