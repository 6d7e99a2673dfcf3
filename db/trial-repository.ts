import { and, desc, eq, max } from "drizzle-orm";
import type { Trial } from "../lib/contracts/trial";
import type { Store } from "./client";
import { trials } from "./schema";

export function insertTrial(store: Store, trial: Trial): void {
  const { id, stage, entry, status } = trial;
  store.insert(trials).values({ id, stage, entry, status, body: trial }).run();
}

export function updateTrial(store: Store, trial: Trial): void {
  store.update(trials).set({ status: trial.status, body: trial }).where(eq(trials.id, trial.id)).run();
}

export const findTrial = (store: Store, stage: string, id: string): Trial | undefined =>
  store
    .select({ body: trials.body })
    .from(trials)
    .where(and(eq(trials.stage, stage), eq(trials.id, id)))
    .get()?.body;

/** The newest trial of each entry of a stage. */
export function newestTrials(store: Store, stage: string): Trial[] {
  const newest = store
    .select({ sequence: max(trials.sequence).as("newest") })
    .from(trials)
    .where(eq(trials.stage, stage))
    .groupBy(trials.entry)
    .as("newest_of_entry");
  return store
    .select({ body: trials.body })
    .from(trials)
    .innerJoin(newest, eq(newest.sequence, trials.sequence))
    .orderBy(desc(trials.sequence))
    .all()
    .map((row) => row.body);
}

/** Trials that are under way: after a restart nobody is working on them any more. */
export const runningTrials = (store: Store): Trial[] =>
  store
    .select({ body: trials.body })
    .from(trials)
    .where(eq(trials.status, "running"))
    .all()
    .map((row) => row.body);
