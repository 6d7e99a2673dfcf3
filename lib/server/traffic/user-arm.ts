import "server-only";
import { runningExperiment } from "@/db/experiment-repository";
import type { ReleaseChannel } from "@/lib/contracts/release-gate";
import type { ArmName, Experiment } from "@/lib/contracts/traffic";
import { armOf, bucketOf } from "@/lib/release/traffic/bucket";
import type { Studio } from "../studio";

/** The arm of an experiment that a user is in. */
export interface UserArm {
  experiment: string;
  arm: ArmName;
  channel: ReleaseChannel;
  bucket: number;
}

export function userArm(experiment: Experiment, user: string): UserArm {
  const bucket = bucketOf(experiment.salt, user);
  const arm = armOf(experiment, bucket);
  const [control, treatment] = experiment.arms;
  return { experiment: experiment.id, arm, bucket, channel: (arm === "control" ? control : treatment).channel };
}

/** The arm that a request belongs to; null where it names no user or no experiment runs, and then production answers. */
export function armOfRequest(
  { database }: Pick<Studio, "database">,
  { project, user }: { project: string; user?: string | undefined },
): UserArm | null {
  const running = user === undefined ? undefined : runningExperiment(database, project);
  return running && user !== undefined ? userArm(running, user) : null;
}
