import "server-only";
import { findServed, listServed } from "@/db/served-repository";
import type { RespondAnswer, RespondEvent, RespondRequest, ServedDetail, ServedItem } from "@/lib/contracts/serving";
import type { Step } from "@/lib/contracts/trajectory";
import { notFound } from "../app-error";
import type { Context } from "../context";
import { toPublicError } from "../error-mapper";
import { newId } from "../ids";
import { requireProject, requireVersion } from "../lookups";
import { modelOfRelease, serveRequest } from "../serving/serve-request";
import { spokenPieces } from "../serving/spoken-pieces";
import type { Studio } from "../studio";
import { routeRequest } from "../traffic/route-request";

export async function respond({ studio }: Context, request: RespondRequest, signal?: AbortSignal): Promise<RespondAnswer> {
  const leave = studio.gate.enter();
  try {
    const { release, arm } = routeRequest(studio, request);
    return await awaited(studio, serveRequest(studio, release, request, { arm, signal }));
  } finally {
    leave();
  }
}

/** Lets a closing studio wait for a request, whose trajectory is still to be stored. */
function awaited(studio: Studio, served: Promise<RespondAnswer>): Promise<RespondAnswer> {
  const ended = served.then(
    () => {},
    () => {},
  );
  studio.pending.add(ended);
  void ended.then(() => studio.pending.delete(ended));
  return served;
}

/**
 * The same as a stream of events. The release and the place are taken before the first event, so that what cannot be served
 * is refused with a status and not inside the stream. The place is given back when the work ends, also where nobody listens
 * any more; a failure is reported, whoever listens.
 */
export function respondStream({ studio }: Context, request: RespondRequest, signal?: AbortSignal): AsyncGenerator<RespondEvent> {
  const leave = studio.gate.enter();
  try {
    const { release, arm } = routeRequest(studio, request);
    modelOfRelease(release);
    const trajectory = newId("trj");
    const waiting: RespondEvent[] = [{ event: "accepted", trajectory, release: release.id, version: release.version }];
    const listener = { wake: () => {}, over: false };
    const onStep = (step: Step) => {
      const event = stepEvent(step);
      if (event) waiting.push(event);
      listener.wake();
    };
    const served = awaited(studio, serveRequest(studio, release, request, { trajectory, arm, signal, onStep })).finally(() => {
      leave();
      listener.over = true;
      listener.wake();
    });
    served.catch(studio.report);
    return events(waiting, listener, served);
  } catch (error) {
    leave();
    throw error;
  }
}

async function* events(
  waiting: RespondEvent[],
  listener: { wake: () => void; over: boolean },
  served: Promise<RespondAnswer>,
): AsyncGenerator<RespondEvent> {
  for (;;) {
    yield* waiting.splice(0);
    if (listener.over) break;
    await new Promise<void>((resolve) => {
      listener.wake = resolve;
      if (waiting.length > 0 || listener.over) resolve();
    });
  }
  const answer = await served.catch((error: unknown) => {
    throw toPublicError(error, () => {});
  });
  for (const text of spokenPieces(answer.reply)) yield { event: "reply", text };
  yield { event: "done", answer };
}

function stepEvent(step: Step): RespondEvent | null {
  const { type, round, atMs } = step;
  switch (type) {
    case "tool-call":
      return { event: "step", type, name: step.tool, round, atMs };
    case "skill-load":
      return { event: "step", type, name: step.skill, round, atMs };
    case "hook":
      return step.decision === "allow" ? null : { event: "step", type, name: step.hook, round, atMs };
    case "model-call":
    case "retry":
    case "fallback":
    case "module":
    case "frame":
      return { event: "step", type, name: "", round, atMs };
    default:
      return null;
  }
}

export function servedRequests(
  { studio }: Context,
  input: {
    project: string;
    show: "all" | "incidents" | "suppressed" | "recovered";
    version?: string | undefined;
    offset: number;
    limit: number;
  },
): { total: number; items: ServedItem[] } {
  requireProject(studio.database, input.project);
  const version = input.version && requireVersion(studio.database, input.project, input.version).hash;
  return listServed(studio.database, { ...input, version });
}

export function servedDetail({ studio }: Context, input: { project: string; trajectory: string }): ServedDetail {
  requireProject(studio.database, input.project);
  const found = findServed(studio.database, input.project, input.trajectory);
  if (!found) throw notFound("served request", input.trajectory);
  return found;
}
