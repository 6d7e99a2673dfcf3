import "server-only";
import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { Store } from "@/db/client";
import {
  findExperiment,
  insertExperiment,
  insertOutcomeSnapshot,
  listExperiments,
  listOutcomeSnapshots,
  runningExperiment,
  servedByArm,
  updateExperiment,
} from "@/db/experiment-repository";
import { currentRelease } from "@/db/release-repository";
import type { ReleaseChannel } from "@/lib/contracts/release-gate";
import type { Assignment, Experiment, ExperimentDetail, OutcomeImport, OutcomeSnapshot } from "@/lib/contracts/traffic";
import { outcomeFigures } from "@/lib/release/traffic/outcome-figures";
import { badRequest, conflict, notFound } from "../app-error";
import { type Context, recordAudit } from "../context";
import { announceRelease } from "../delivery/announce";
import { newId, timestamp } from "../ids";
import { requireProject } from "../lookups";
import { tallyOutcomes } from "../traffic/tally-outcomes";
import { userArm } from "../traffic/user-arm";

type Key = { project: string; experiment: string };

export function allExperiments({ studio }: Context, { project }: { project: string }): Experiment[] {
  requireProject(studio.database, project);
  return listExperiments(studio.database, project);
}

function requireExperiment(store: Store, { project, experiment }: Key): Experiment {
  requireProject(store, project);
  const found = findExperiment(store, project, experiment);
  if (!found) throw notFound("experiment", experiment);
  return found;
}

function requireServing(store: Store, project: string, channel: ReleaseChannel): void {
  if (!currentRelease(store, project, channel))
    throw conflict(`The channel ${channel} serves nothing. Promote a version to it first.`, { current: "none" });
}

const detailOf = ({ name, arms, salt }: Experiment) => ({
  name,
  salt,
  arms: arms.map(({ name: arm, channel, share }) => ({ arm, channel, share })),
});

/** Starts a split of traffic: one at a time, between two channels that both serve something. */
export function startExperiment(
  context: Context,
  input: {
    project: string;
    name: string;
    control: ReleaseChannel;
    treatment: ReleaseChannel;
    treatmentShare: number;
    salt?: string | undefined;
    plannedUsers: number | null;
  },
): Experiment {
  const { project, name, control, treatment, treatmentShare, plannedUsers } = input;
  if (control === treatment) throw badRequest("treatment: it is the channel of the control; an arm needs one of its own");
  return context.studio.database.transaction((tx) => {
    requireProject(tx, project);
    const running = runningExperiment(tx, project);
    if (running) {
      throw conflict(`The experiment ${running.name} is running. End it first; one runs at a time.`, {
        current: running.id,
        by: running.actor,
        at: running.createdAt,
      });
    }
    requireServing(tx, project, control);
    requireServing(tx, project, treatment);
    const experiment: Experiment = {
      id: newId("exp"),
      project,
      name,
      salt: input.salt ?? randomBytes(16).toString("hex"),
      arms: [
        { name: "control", channel: control, share: 1 - treatmentShare },
        { name: "treatment", channel: treatment, share: treatmentShare },
      ],
      state: "running",
      plannedUsers,
      actor: context.actor,
      createdAt: timestamp(),
      endedAt: null,
      conclusion: "",
    };
    insertExperiment(tx, experiment);
    const subject = `experiment:${experiment.id}`;
    recordAudit(tx, context, {
      action: "experiment-started",
      project,
      subject,
      detail: { ...detailOf(experiment), plannedUsers },
    });
    announceRelease(tx, context, { event: "experiment-started", project, subject, data: detailOf(experiment) });
    return experiment;
  });
}

/** From now on everybody gets production. */
export function endExperiment(context: Context, input: Key & { conclusion: string }): Experiment {
  return context.studio.database.transaction((tx) => {
    const found = requireExperiment(tx, input);
    if (found.state === "ended")
      throw conflict("The experiment has ended already.", { current: "ended", at: found.endedAt ?? found.createdAt });
    const experiment: Experiment = { ...found, state: "ended", endedAt: timestamp(), conclusion: input.conclusion };
    updateExperiment(tx, experiment);
    const written = { project: input.project, subject: `experiment:${experiment.id}` };
    const detail = { name: experiment.name, conclusion: input.conclusion };
    recordAudit(tx, context, { action: "experiment-ended", ...written, detail });
    announceRelease(tx, context, { event: "experiment-ended", ...written, data: detail });
    return experiment;
  });
}

export function experimentDetail({ studio: { database } }: Context, input: Key): ExperimentDetail {
  const experiment = requireExperiment(database, input);
  return {
    experiment,
    snapshots: listOutcomeSnapshots(database, experiment.id),
    served: servedByArm(database, experiment.id),
  };
}

/** The arm of a user, also after the experiment has ended; then what is served is production. */
export function assignUser({ studio: { database } }: Context, input: Key & { user: string }): Assignment {
  const experiment = requireExperiment(database, input);
  const { arm, bucket, channel } = userArm(experiment, input.user);
  const served = experiment.state === "running" ? channel : "production";
  const release = currentRelease(database, input.project, served);
  return {
    experiment: experiment.id,
    arm,
    channel: served,
    release: release?.id ?? null,
    version: release?.version ?? null,
    bucket,
  };
}

/** Adds up a file of outcomes, cumulative since the beginning, and keeps sums alone: no user is stored. */
export async function importOutcomes(context: Context, input: z.output<typeof OutcomeImport>): Promise<OutcomeSnapshot> {
  const { database } = context.studio;
  const tally = await tallyOutcomes(requireExperiment(database, input), input);
  if (tally.users === 0) {
    const [first] = tally.problems;
    throw badRequest(`text: no row can be read${first ? `; line ${first.line}: ${first.reason}` : ""}`);
  }
  return database.transaction((tx) => {
    const experiment = requireExperiment(tx, input);
    const { problems } = tally;
    const snapshot: OutcomeSnapshot = {
      id: newId("out"),
      experiment: experiment.id,
      skipped: problems.reduce((sum, { rows }) => sum + rows, 0),
      problems,
      ...outcomeFigures(experiment, tally),
      through: input.through,
      synthetic: input.synthetic,
      actor: context.actor,
      createdAt: timestamp(),
    };
    insertOutcomeSnapshot(tx, snapshot);
    recordAudit(tx, context, {
      action: "outcomes-imported",
      project: input.project,
      subject: `experiment:${experiment.id}`,
      detail: {
        snapshot: snapshot.id,
        users: tally.users,
        skipped: snapshot.skipped,
        through: input.through,
        synthetic: input.synthetic,
      },
    });
    return snapshot;
  });
}
