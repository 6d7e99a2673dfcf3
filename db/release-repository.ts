import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Release, ReleaseManifest } from "../lib/contracts/release";
import type { GateReport, ReleaseChannel } from "../lib/contracts/release-gate";
import type { Store } from "./client";
import { projectIsThere } from "./removed";
import { releases, versions } from "./schema";

/** What is stored of a release beside what everybody sees of it. */
export interface ReleaseRecord {
  gates: GateReport | null;
  manifest: ReleaseManifest | null;
  manifestHash: string | null;
  signature: string | null;
  publicKey: string | null;
}

const selectReleases = (store: Store) =>
  store
    .select({
      id: releases.id,
      project: releases.project,
      channel: releases.channel,
      sequence: releases.sequence,
      kind: releases.kind,
      switched: releases.switched,
      version: releases.version,
      versionName: versions.name,
      endpoint: releases.endpoint,
      run: releases.run,
      reason: releases.reason,
      actor: releases.actor,
      requestedBy: releases.requestedBy,
      previous: releases.previous,
      restored: releases.restored,
      override: releases.override,
      evidence: releases.evidence,
      gates: releases.gates,
      manifest: releases.manifest,
      manifestHash: releases.manifestHash,
      signature: releases.signature,
      createdAt: releases.createdAt,
    })
    .from(releases)
    .innerJoin(
      versions,
      and(eq(versions.project, releases.project), eq(versions.hash, releases.version), projectIsThere(releases.project)),
    );

/** What everybody sees of a release and is not stored as a column of its own. */
type Derived = "policy" | "gateResults" | "signed";

const toRelease = ({
  signature,
  gates,
  manifest,
  ...release
}: Omit<Release, Derived> & Pick<ReleaseRecord, "signature" | "gates" | "manifest">): Release => ({
  ...release,
  policy: manifest?.policy ?? null,
  gateResults: (gates?.gates ?? []).map(({ name, required, state }) => ({ name, required, state })),
  signed: signature !== null,
});

const ofChannel = (project: string, channel: ReleaseChannel) => and(eq(releases.project, project), eq(releases.channel, channel));

/** Newest first. */
export const listReleases = (store: Store, project: string, channel: ReleaseChannel = "production"): Release[] =>
  selectReleases(store).where(ofChannel(project, channel)).orderBy(desc(releases.sequence)).all().map(toRelease);

/** What a channel serves, or undefined. */
export function currentRelease(store: Store, project: string, channel: ReleaseChannel = "production"): Release | undefined {
  const row = selectReleases(store).where(ofChannel(project, channel)).orderBy(desc(releases.sequence)).limit(1).get();
  return row && toRelease(row);
}

/** Whether production moved after this time. */
export const isReleasedSince = (store: Store, project: string, at: string): boolean =>
  store
    .select({ id: releases.id })
    .from(releases)
    .where(and(ofChannel(project, "production"), eq(releases.kind, "promote"), gt(releases.createdAt, at)))
    .limit(1)
    .get() !== undefined;

export function findRelease(store: Store, project: string, id: string): Release | undefined {
  const row = selectReleases(store)
    .where(and(eq(releases.project, project), eq(releases.id, id)))
    .get();
  return row && toRelease(row);
}

/** The manifest of a release as it is stored, before a schema was put to it: what its hash is of. Null for none. */
export function storedManifest(store: Store, project: string, id: string): unknown {
  const row = store
    .select({ text: sql<string | null>`cast(${releases.manifest} as text)` })
    .from(releases)
    .where(and(eq(releases.project, project), eq(releases.id, id)))
    .get();
  return typeof row?.text === "string" ? JSON.parse(row.text) : null;
}

/** The gates and the manifest of a release, or undefined where there is no such release. */
export const releaseRecord = (store: Store, project: string, id: string): ReleaseRecord | undefined =>
  store
    .select({
      gates: releases.gates,
      manifest: releases.manifest,
      manifestHash: releases.manifestHash,
      signature: releases.signature,
      publicKey: releases.publicKey,
    })
    .from(releases)
    .where(and(eq(releases.project, project), eq(releases.id, id)))
    .get();

/**
 * Writes a release at its place in the sequence. Answers false where another release took that place meanwhile:
 * of two racing moves one wins.
 */
export const insertRelease = (store: Store, release: Omit<Release, "versionName" | Derived> & ReleaseRecord): boolean =>
  store
    .insert(releases)
    .values(release)
    .onConflictDoNothing({ target: [releases.project, releases.channel, releases.sequence] })
    .run().changes === 1;
