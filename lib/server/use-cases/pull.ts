import "server-only";
import type { z } from "zod";
import { listProjects } from "@/db/project-repository";
import { currentRelease, listReleases, releaseRecord } from "@/db/release-repository";
import type { Release, SignedManifest } from "@/lib/contracts/release";
import type { ReleaseChannel } from "@/lib/contracts/release-gate";
import type { PulledRelease } from "@/lib/contracts/release-operations";
import { entityTag, namesTag } from "@/lib/release/delivery/entity-tag";
import { sees } from "../access/authorise";
import { OPERATOR } from "../access/principal";
import { AppError, badRequest, notFound } from "../app-error";
import type { Context } from "../context";
import { requireBundle, requireProject } from "../lookups";
import { verifyRelease } from "../release/verification";
import type { Studio } from "../studio";

/** How often the channel is looked at while somebody waits: another process may move it. In milliseconds. */
const LOOK_MS = 1_000;

interface Pull {
  params: { channel: ReleaseChannel };
  query: { project?: string | undefined; wait: number };
  headers: { "if-none-match"?: string | undefined };
}

type Pulled =
  | { status: 200; headers: Record<string, string>; body: z.output<typeof PulledRelease> }
  | { status: 304; headers: Record<string, string> };

/**
 * What a channel serves, bound by its manifest; 304 while that is what the caller has. With `wait` the answer comes when the
 * channel moves, and at the end of that time at the latest.
 * @throws AppError NOT_FOUND where the channel is empty, SERVICE_UNAVAILABLE where the release is not what its manifest says.
 */
export async function pullRelease(context: Context, { params, query, headers }: Pull, signal?: AbortSignal): Promise<Pulled> {
  const project = projectOf(context, query.project);
  const known = headers["if-none-match"];
  const { studio } = context;
  const isNews = (found: Release | undefined) => found !== undefined && !namesTag(known, entityTag(found));
  const release = await awaitRelease(studio, { project, channel: params.channel, seconds: query.wait, isNews }, signal);
  if (!release) throw notFound(`release in ${params.channel} of the project`, project);
  // Kept by nobody on the way, and asked for anew each time.
  const own = { etag: entityTag(release), "cache-control": "private, no-cache" };
  return isNews(release) ? { status: 200, headers: own, body: bodyOf(studio, release) } : { status: 304, headers: own };
}

/** The newest release of a channel as soon as it is news, or as it is when the time is over. */
async function awaitRelease(
  { database, releaseEvents }: Studio,
  wanted: { project: string; channel: ReleaseChannel; seconds: number; isNews: (found: Release | undefined) => boolean },
  signal?: AbortSignal,
): Promise<Release | undefined> {
  const { project, channel, seconds, isNews } = wanted;
  const until = performance.now() + seconds * 1_000;
  const watch = releaseEvents.watch(project, signal);
  try {
    for (;;) {
      const found = currentRelease(database, project, channel);
      const left = until - performance.now();
      if (isNews(found) || left <= 0 || signal?.aborted) return found;
      await watch.next(Math.min(LOOK_MS, left));
      if (!database.$client.open) return found;
    }
  } finally {
    watch.stop();
  }
}

function bodyOf({ database }: Studio, release: Release): z.output<typeof PulledRelease> {
  const { state, problems } = verifyRelease(database, release);
  if (state === "broken") {
    throw new AppError(
      "SERVICE_UNAVAILABLE",
      `The release ${release.id} does not verify and is not given out. ${problems[0] ?? ""} Roll back to another release.`,
    );
  }
  return { release, manifest: manifestOf(database, release), files: requireBundle(database, release.version) };
}

function manifestOf(database: Studio["database"], release: Release): SignedManifest | null {
  const record = releaseRecord(database, release.project, release.id);
  if (!record?.manifest || record.manifestHash === null) return null;
  return { manifest: record.manifest, hash: record.manifestHash, signature: record.signature, publicKey: record.publicKey };
}

/** The release that serves now, if any, and then each one as the channel moves, until the signal is aborted. */
export function watchReleases(
  context: Context,
  input: { project?: string | undefined; channel: ReleaseChannel },
  signal?: AbortSignal,
): AsyncGenerator<Release, void, void> {
  return releasesOf(context.studio, projectOf(context, input.project), input.channel, signal);
}

async function* releasesOf(
  { database, releaseEvents }: Studio,
  project: string,
  channel: ReleaseChannel,
  signal?: AbortSignal,
): AsyncGenerator<Release, void, void> {
  const watch = releaseEvents.watch(project, signal);
  let told: number | null = null;
  try {
    while (!signal?.aborted && database.$client.open) {
      const now = currentRelease(database, project, channel);
      if (now && now.sequence !== told) {
        yield* told === null ? [now] : since(listReleases(database, project, channel), told);
        told = now.sequence;
      }
      if (!signal?.aborted) await watch.next(LOOK_MS);
    }
  } finally {
    watch.stop();
  }
}

const since = (newestFirst: readonly Release[], told: number) =>
  newestFirst.filter(({ sequence }) => sequence > told).toReversed();

/** The project that is named, or the only one that the caller sees. */
function projectOf({ studio: { database }, principal = OPERATOR }: Context, named: string | undefined): string {
  if (named !== undefined) return requireProject(database, named).id;
  const [only, other] = listProjects(database).filter(({ id }) => sees(principal, id));
  if (!only) throw notFound("project", "to pull from");
  if (other) throw badRequest("project: name one; there are several");
  return only.id;
}
