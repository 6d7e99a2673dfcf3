import "server-only";
import type { Store } from "@/db/client";
import { markRemoved, markRunsOfDataset, restsOnDataset, restsOnRun, runsOfDataset, underWayIn } from "@/db/removal-repository";
import { conflict } from "../app-error";
import { type Context, recordAudit } from "../context";
import { timestamp } from "../ids";
import { requireDataset, requireProject, requireRun } from "../lookups";

const SHOWN = 3;

/** "stages A, B and 2 more": what rests on something, in words; nothing where nothing does. */
function named(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const rest = names.length - SHOWN;
  return [`${what} ${names.slice(0, SHOWN).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`];
}

function refuseWhere(subject: string, resting: readonly string[]): void {
  if (resting.length === 0) return;
  throw conflict(`${subject} cannot be deleted; there rest on it: ${resting.join("; ")}.`, { current: resting.join("; ") });
}

const restingOnRun = (store: Store, run: string, besides: ReadonlySet<string> = new Set()): string[] => {
  const rests = restsOnRun(store, run);
  const others = (ids: readonly string[]) => ids.filter((id) => !besides.has(id));
  return [
    ...named("stages", rests.stages),
    ...named("releases", rests.releases),
    ...named("calibrations of judges", rests.calibrations),
    ...named("promotion requests", rests.requests),
    ...named("A/A repetitions", others(rests.repeats)),
    ...named("runs that judge its replies", others(rests.judged)),
  ];
};

/** A repetition of a run that something rests on is part of its noise floor. */
function restingOnRepeat(store: Store, noiseOf: string | null): string[] {
  if (noiseOf === null) return [];
  const { stages, releases } = restsOnRun(store, noiseOf);
  return [...named("the noise floor of stages", stages), ...named("the noise floor of releases", releases)];
}

/** Deletes an ended run; it can be brought back until it is purged. */
export function removeRun(context: Context, input: { project: string; run: string }): { removed: boolean } {
  return context.studio.database.transaction((tx) => {
    const run = requireRun(tx, input.project, input.run);
    if (run.metrics === null) {
      throw conflict(`The run is ${run.status}. Cancel it, or let it end, before it is deleted.`, { current: run.status });
    }
    refuseWhere("The run", [...restingOnRun(tx, run.id), ...restingOnRepeat(tx, run.noiseOf)]);
    markRemoved(tx, "run", run.id, context.actor, timestamp());
    recordAudit(tx, context, { action: "run-removed", project: input.project, subject: `run:${run.id}` });
    return { removed: true };
  });
}

const UNDER_WAY = new Set(["queued", "running", "paused"]);

/** Deletes a data set, and its runs with it; they can be brought back together until they are purged. */
export function removeDataset(context: Context, input: { project: string; dataset: string }): { removed: boolean } {
  return context.studio.database.transaction((tx) => {
    const dataset = requireDataset(tx, input.project, input.dataset);
    const rests = restsOnDataset(tx, dataset.id);
    refuseWhere("The data set", [
      ...named("campaigns", rests.campaigns),
      ...named("releases", rests.releases),
      ...named("calibrations of judges", rests.calibrations),
      ...named("the gates, in their settings", rests.gates),
    ]);
    const own = runsOfDataset(tx, dataset.id);
    const open = own.filter(({ status }) => UNDER_WAY.has(status));
    if (open.length > 0) {
      throw conflict(`${open.length} of its runs have not ended. Cancel them, or let them end, before the set is deleted.`, {
        current: `${open.length} runs`,
      });
    }
    const ids = new Set(own.map(({ id }) => id));
    for (const { id } of own) refuseWhere(`The data set goes with its runs, and ${id}`, restingOnRun(tx, id, ids));
    const at = timestamp();
    const gone = markRunsOfDataset(tx, dataset.id, context.actor, at);
    markRemoved(tx, "dataset", dataset.id, context.actor, at);
    recordAudit(tx, context, {
      action: "dataset-removed",
      project: input.project,
      subject: `dataset:${dataset.id}`,
      detail: { name: dataset.name, runs: gone },
    });
    return { removed: true };
  });
}

/** Deletes a project: its channels stop serving. It can be brought back, with all it had, until it is purged. */
export function removeProject(context: Context, input: { project: string }): { removed: boolean } {
  return context.studio.database.transaction((tx) => {
    const project = requireProject(tx, input.project);
    const { runs, nights } = underWayIn(tx, project.id);
    if (runs.length + nights.length > 0) {
      throw conflict(
        `Of the project ${runs.length} runs and ${nights.length} nights are under way. Cancel the runs and stop the nights before it is deleted.`,
        { current: `${runs.length} runs, ${nights.length} nights` },
      );
    }
    markRemoved(tx, "project", project.id, context.actor, timestamp());
    recordAudit(tx, context, {
      action: "project-removed",
      project: project.id,
      subject: `project:${project.id}`,
      detail: { name: project.name },
    });
    return { removed: true };
  });
}
