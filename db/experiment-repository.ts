import { and, count, desc, eq } from "drizzle-orm";
import type { ArmName, Experiment, OutcomeSnapshot } from "../lib/contracts/traffic";
import type { Store } from "./client";
import { experiments, outcomeSnapshots, served } from "./schema";

const selectExperiments = (store: Store) => store.select({ body: experiments.body }).from(experiments);

/** Of a project, newest first. */
export const listExperiments = (store: Store, project: string): Experiment[] =>
  selectExperiments(store)
    .where(eq(experiments.project, project))
    .orderBy(desc(experiments.sequence))
    .all()
    .map(({ body }) => body);

export const findExperiment = (store: Store, project: string, id: string): Experiment | undefined =>
  selectExperiments(store)
    .where(and(eq(experiments.project, project), eq(experiments.id, id)))
    .get()?.body;

/** The one that runs, or undefined. */
export const runningExperiment = (store: Store, project: string): Experiment | undefined =>
  selectExperiments(store)
    .where(and(eq(experiments.project, project), eq(experiments.state, "running")))
    .limit(1)
    .get()?.body;

export function insertExperiment(store: Store, experiment: Experiment): void {
  const { id, project, state } = experiment;
  store.insert(experiments).values({ id, project, state, body: experiment }).run();
}

export function updateExperiment(store: Store, experiment: Experiment): void {
  store.update(experiments).set({ state: experiment.state, body: experiment }).where(eq(experiments.id, experiment.id)).run();
}

export function insertOutcomeSnapshot(store: Store, snapshot: OutcomeSnapshot): void {
  store.insert(outcomeSnapshots).values({ id: snapshot.id, experiment: snapshot.experiment, body: snapshot }).run();
}

/** Newest first. */
export const listOutcomeSnapshots = (store: Store, experiment: string): OutcomeSnapshot[] =>
  store
    .select({ body: outcomeSnapshots.body })
    .from(outcomeSnapshots)
    .where(eq(outcomeSnapshots.experiment, experiment))
    .orderBy(desc(outcomeSnapshots.sequence))
    .all()
    .map(({ body }) => body);

/** Kept requests that each arm of an experiment served. */
export function servedByArm(store: Store, experiment: string): Record<ArmName, number> {
  const counts: Record<ArmName, number> = { control: 0, treatment: 0 };
  const rows = store
    .select({ arm: served.arm, n: count() })
    .from(served)
    .where(eq(served.experiment, experiment))
    .groupBy(served.arm)
    .all();
  for (const { arm, n } of rows) if (arm !== null) counts[arm] = n;
  return counts;
}
