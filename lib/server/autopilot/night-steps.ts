import "server-only";
import { findDiagnosis } from "@/db/campaign-repository";
import { findRun, type StoredRun } from "@/db/run-repository";
import { findTrial } from "@/db/trial-repository";
import type { Analyst, Diagnosis } from "@/lib/contracts/evolution";
import type { Budget } from "@/lib/contracts/run-settings";
import type { Trial } from "@/lib/contracts/trial";
import { TRIED } from "@/lib/evolution/trial-verdict";
import type { Context } from "../context";
import { diagnoseStage } from "../use-cases/diagnose";
import type { StageKey } from "../use-cases/stages";
import { tryEntry } from "../use-cases/trials";

/** Milliseconds after which a stage is looked at again, though nothing was told about it. */
const LOOK_AGAIN = 1_000;

/** Waits until `found` gives something, and looks whenever the stage changes. `stop` is called once where the signal is aborted. */
async function waitFor<T>(
  { studio }: Context,
  stage: string,
  signal: AbortSignal,
  found: () => T | null,
  stop: () => unknown,
): Promise<T> {
  const watch = studio.stageEvents.watch(stage);
  const onAbort = () => stop();
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) stop();
  try {
    for (;;) {
      const value = found();
      if (value !== null) return value;
      await watch.next(LOOK_AGAIN);
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    watch.stop();
  }
}

/** Diagnoses a stage and waits for the end of it, whatever it is. */
export async function diagnosed(
  context: Context,
  input: StageKey & { analyst: Analyst; maxEntries: number; budget: Budget },
  signal: AbortSignal,
): Promise<Diagnosis> {
  const { database, jobs } = context.studio;
  await diagnoseStage(context, input);
  const ended = () => {
    const diagnosis = findDiagnosis(database, input.stage);
    return diagnosis === null || diagnosis.status === "running" || jobs.has(`diagnosis:${input.stage}`) ? null : diagnosis;
  };
  return waitFor(context, input.stage, signal, ended, () => jobs.stop(`diagnosis:${input.stage}`));
}

/** Tries an entry within the budget and waits for the end of it, whatever it is. */
export async function tried(
  context: Context,
  { budget, ...input }: StageKey & { entry: string; budget: Budget },
  signal: AbortSignal,
): Promise<Trial> {
  const { id } = await tryEntry(context, { ...input, ...TRIED }, budget);
  const stop = () => context.studio.jobs.stop(`trial:${id}`);
  const ended = () => {
    const trial = findTrial(context.studio.database, input.stage, id);
    return trial === undefined || trial.status === "running" ? null : trial;
  };
  return waitFor(context, input.stage, signal, ended, stop);
}

/** Waits for the end of a run; stops it where the signal is aborted. */
export async function evaluated(context: Context, id: string, signal: AbortSignal): Promise<StoredRun> {
  const { runner, database } = context.studio;
  const cancel = () => runner.cancel(id);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    for await (const _ of runner.progress(id)) {
      // Each report is a sign of life; the run as it is stored says how it ended.
    }
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  const run = findRun(database, id);
  if (run === undefined) throw new Error(`the run ${id} is gone`);
  return run;
}
