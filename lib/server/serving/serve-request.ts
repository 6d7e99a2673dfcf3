import "server-only";
import { randomInt } from "node:crypto";
import { insertServed } from "@/db/served-repository";
import { isStandIn } from "@/lib/contracts/endpoint";
import type { RespondAnswer, RespondRequest } from "@/lib/contracts/serving";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import { createFixtureTools } from "@/lib/evaluation/fixture-tools";
import { hasIncident, incidentsOf } from "@/lib/kernel/incidents";
import type { ChatModel } from "@/lib/kernel/ports";
import { runTask } from "@/lib/kernel/run-task";
import { conflict } from "../app-error";
import { newId, timestamp } from "../ids";
import { EndpointUnusable, modelOfEndpoint } from "../runs/endpoint-model";
import { fallbackOf } from "../runs/fallback-model";
import type { Studio } from "../studio";
import type { UserArm } from "../traffic/user-arm";
import type { ActiveRelease } from "./active-release";
import { pruneInTurn } from "./served-kept";

/**
 * Answers one request by a release and stores it with its trajectory before the answer is given (but for a full disk). The kernel, the Hooks and
 * the limits are those of the evaluation.
 */
export async function serveRequest(
  studio: Studio,
  release: ActiveRelease,
  request: RespondRequest,
  options: {
    trajectory?: string;
    /** The arm that the user of the request is in. */
    arm?: UserArm | null;
    signal?: AbortSignal | undefined;
    onStep?: (step: Step) => void;
  } = {},
): Promise<RespondAnswer> {
  const { harness, endpoint } = release;
  const id = options.trajectory ?? newId("trj");
  const startedAt = Date.now();
  const fallbackModel = fallbackOf(studio.database, harness)?.model;
  const trajectory = await runTask({
    harness,
    hash: release.version,
    task: { input: request.input, context: request.context, dialogue: request.dialogue, channel: request.channel },
    model: modelOfRelease(release),
    ...(fallbackModel && { fallbackModel }),
    faq: release.faq,
    tools: createFixtureTools({}, release.recorded, studio.tools),
    sandbox: studio.servingSandbox,
    clock: { now: () => performance.now() },
    seed: request.seed ?? randomInt(2_147_483_647),
    ...(options.signal && { signal: options.signal }),
    ...(options.onStep && { onStep: options.onStep }),
  });
  keep(studio, { id, release, request, trajectory, arm: options.arm ?? null });
  studio.telemetry.record(trajectory, {
    id,
    startedAt,
    decoding: harness.config.decoding,
    project: request.project,
    release: release.id,
  });
  return {
    trajectory: id,
    reply: trajectory.reply,
    channel: trajectory.channel,
    suppressed: trajectory.reply === "",
    stopReason: trajectory.stopReason,
    release: release.id,
    version: release.version,
    experiment: options.arm?.experiment ?? null,
    arm: options.arm?.arm ?? null,
    endpoint: endpoint.id,
    model: endpoint.model,
    checkpoint: endpoint.checkpoint,
    embedded: isStandIn(endpoint),
    recordedTools: recordedTools(release, trajectory),
    wallMs: trajectory.timings.wallMs,
  };
}

/** @throws AppError where the environment lacks the endpoint's key. */
export function modelOfRelease({ id, endpoint }: ActiveRelease): ChatModel {
  try {
    return modelOfEndpoint(endpoint);
  } catch (error) {
    if (error instanceof EndpointUnusable) throw conflict(error.message, { current: id });
    throw error;
  }
}

/** Names of the tools whose results were recorded returns and no live service's. */
function recordedTools({ harness }: ActiveRelease, { steps }: Trajectory): string[] {
  const fixtures = new Set(harness.tools.filter(({ binding }) => binding.kind === "fixture").map(({ name }) => name));
  const called = steps.flatMap((step) => (step.type === "tool-call" && step.executed !== false ? [step.tool] : []));
  return [...new Set(called.filter((name) => fixtures.has(name)))];
}

/** Stores the request. A viewer gets the answer all the same where the disk takes no writes: the request is reported then. */
function keep(studio: Studio, entry: Parameters<typeof store>[1]): void {
  try {
    store(studio, entry);
  } catch (error) {
    if (!studio.storage.note(error)) throw error;
    studio.report(new Error(`The request ${entry.id} was served and could not be stored.`, { cause: error }));
  }
}

function store(
  studio: Studio,
  entry: { id: string; release: ActiveRelease; request: RespondRequest; trajectory: Trajectory; arm: UserArm | null },
): void {
  const { id, release, trajectory, arm } = entry;
  // Who asked is used to find the arm, and kept nowhere.
  const { user: _, ...request } = entry.request;
  const incidents = incidentsOf(trajectory);
  studio.database.transaction(
    (tx) => {
      insertServed(tx, {
        item: {
          trajectory: id,
          project: request.project,
          release: release.id,
          version: release.version,
          endpoint: release.endpoint.id,
          model: release.endpoint.model,
          checkpoint: release.endpoint.checkpoint,
          embedded: isStandIn(release.endpoint),
          channel: trajectory.channel,
          comment: request.input.comments.map(({ text }) => text).join("\n"),
          reply: trajectory.reply,
          stopReason: trajectory.stopReason,
          suppressed: trajectory.reply === "",
          wallMs: trajectory.timings.wallMs,
          incidents,
          experiment: arm?.experiment ?? null,
          arm: arm?.arm ?? null,
          at: timestamp(),
        },
        incident: hasIncident(incidents),
        request,
        trajectory,
      });
      pruneInTurn(studio, tx, request.project);
    },
    { behavior: "immediate" },
  );
}
