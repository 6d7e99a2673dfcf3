import { and, desc, eq, gt } from "drizzle-orm";
import type { Release } from "../lib/contracts/release";
import type { Store } from "./client";
import { releases, versions } from "./schema";

const selectReleases = (store: Store) =>
  store
    .select({
      id: releases.id,
      project: releases.project,
      channel: releases.channel,
      kind: releases.kind,
      version: releases.version,
      versionName: versions.name,
      endpoint: releases.endpoint,
      run: releases.run,
      reason: releases.reason,
      actor: releases.actor,
      previous: releases.previous,
      createdAt: releases.createdAt,
      sequence: releases.sequence,
    })
    .from(releases)
    .innerJoin(versions, and(eq(versions.project, releases.project), eq(versions.hash, releases.version)));

const withoutSequence = ({ sequence: _, ...release }: Release & { sequence: number }): Release => release;

/** Newest first. */
export const listReleases = (store: Store, project: string): Release[] =>
  selectReleases(store)
    .where(and(eq(releases.project, project), eq(releases.channel, "production")))
    .orderBy(desc(releases.sequence))
    .all()
    .map(withoutSequence);

/** What production serves, with its place in the sequence (from 1), or undefined. */
export const currentRelease = (store: Store, project: string): (Release & { sequence: number }) | undefined =>
  selectReleases(store)
    .where(and(eq(releases.project, project), eq(releases.channel, "production")))
    .orderBy(desc(releases.sequence))
    .limit(1)
    .get();

/** Whether production moved after this time. */
export const isReleasedSince = (store: Store, project: string, at: string): boolean =>
  store
    .select({ id: releases.id })
    .from(releases)
    .where(
      and(
        eq(releases.project, project),
        eq(releases.channel, "production"),
        eq(releases.kind, "promote"),
        gt(releases.createdAt, at),
      ),
    )
    .limit(1)
    .get() !== undefined;

export function findRelease(store: Store, project: string, id: string): Release | undefined {
  const row = selectReleases(store)
    .where(and(eq(releases.project, project), eq(releases.id, id)))
    .get();
  return row && withoutSequence(row);
}

/**
 * Writes a release at its place in the sequence. Answers false where another release took that place meanwhile:
 * of two racing moves one wins.
 */
export const insertRelease = (store: Store, release: Omit<Release, "versionName"> & { sequence: number }): boolean =>
  store
    .insert(releases)
    .values(release)
    .onConflictDoNothing({ target: [releases.project, releases.channel, releases.sequence] })
    .run().changes === 1;
