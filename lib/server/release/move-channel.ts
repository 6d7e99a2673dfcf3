import "server-only";
import { lastAuditEvent } from "@/db/audit-repository";
import type { Store } from "@/db/client";
import { currentGateSettings } from "@/db/gate-settings-repository";
import { currentRelease, findRelease, insertRelease, releaseRecord } from "@/db/release-repository";
import { findRun } from "@/db/run-repository";
import type { Release, ReleaseManifest } from "@/lib/contracts/release";
import type { GateReport, ReleaseChannel } from "@/lib/contracts/release-gate";
import { CHECK_VERSION } from "@/lib/evaluation/checks";
import { buildManifest, type ManifestRun, manifestHash } from "@/lib/release/manifest/build-manifest";
import type { BarePolicy } from "@/lib/release/manifest/verify-manifest";
import { AppError, badRequest, conflict } from "../app-error";
import { type Context, recordAudit } from "../context";
import { announceRelease } from "../delivery/announce";
import { newId, timestamp } from "../ids";
import { versionKind } from "../version-kind";
import { withDecoding } from "./pinned-policy";
import { releasedHarness } from "./released-harness";
import { type Signature, signHash } from "./signing";

/** A move of a channel that was found to be allowed. */
export type Move = Pick<
  Release,
  | "project"
  | "channel"
  | "kind"
  | "switched"
  | "version"
  | "run"
  | "reason"
  | "requestedBy"
  | "restored"
  | "override"
  | "evidence"
> & {
  policy: BarePolicy | null;
  /** Null where no gate was asked. */
  gates: GateReport | null;
  /** Broken P0 cases that were accepted by name with the promotion. */
  acceptedP0?: readonly string[];
  expectedRelease: string | null;
};

const EVENTS = { promote: "release-promoted", rollback: "release-rolled-back" } as const;

/** What a channel serves, where that is what the caller saw. @throws AppError CONFLICT where it has moved since. */
export function requireSeen(
  store: Store,
  seen: { project: string; channel: ReleaseChannel; expectedRelease: string | null },
): Release | undefined {
  const now = currentRelease(store, seen.project, seen.channel);
  if ((now?.id ?? null) !== seen.expectedRelease) throw moved(now, seen.channel);
  return now;
}

function moved(now: Release | undefined, channel: ReleaseChannel): AppError {
  const name = channel === "production" ? "Production" : `The ${channel} channel`;
  if (!now) return conflict(`${name} serves nothing now.`, { current: "none" });
  const message = `${now.actor} moved ${name.toLowerCase()} to ${now.versionName} meanwhile.`;
  return conflict(message, { current: now.id, by: now.actor, at: now.createdAt });
}

/**
 * Moves a channel: writes the release with its manifest, its audit event and what is told to webhooks. Call it inside an
 * immediate transaction, and notify `studio.releaseEvents` after it.
 * @throws AppError CONFLICT where the channel is not what the caller saw; then nothing changes.
 */
export function moveChannel(store: Store, context: Pick<Context, "actor">, move: Move): Release {
  const { expectedRelease, policy: bare, gates, acceptedP0 = [], ...rest } = move;
  if (versionKind(store, move.version) === "judge")
    throw badRequest("version: it is a judge; it is put to use under Judges and never serves viewers");
  const now = requireSeen(store, { ...rest, expectedRelease });
  const id = newId("rel");
  const place = { sequence: (now?.sequence ?? 0) + 1, previous: now?.id ?? null, createdAt: timestamp() };
  const manifest = manifestFor(store, { ...move, id, ...place, before: now, actor: context.actor });
  const hash = manifestHash(manifest);
  const { signature, unsigned } = signatureOf(store, move, hash);
  const stored = {
    ...rest,
    ...{ id, ...place },
    endpoint: manifest.policy?.endpoint ?? null,
    actor: context.actor,
    ...{ gates, manifest, manifestHash: hash },
    signature: signature?.signature ?? null,
    publicKey: signature?.publicKey ?? null,
  };
  if (!insertRelease(store, stored)) throw moved(currentRelease(store, move.project, move.channel), move.channel);
  const { override, requestedBy, restored, evidence } = move;
  recordAudit(store, context, {
    action: EVENTS[move.kind],
    project: move.project,
    subject: `release:${id}`,
    detail: {
      ...{ channel: move.channel, switched: move.switched, version: move.version, endpoint: stored.endpoint },
      ...{ run: move.run, reason: move.reason, previous: place.previous, manifest: hash },
      ...(override && { override: { ...override } }),
      ...(requestedBy !== null && { requestedBy }),
      ...(acceptedP0.length > 0 && { acceptedP0: [...acceptedP0] }),
      ...(restored !== null && { restored, evidence: evidence.map((one) => ({ ...one })) }),
      ...(unsigned !== null && { unsigned }),
    },
  });
  announceRelease(store, context, {
    event: EVENTS[move.kind],
    project: move.project,
    subject: `release:${id}`,
    data: {
      ...{ release: id, channel: move.channel, switched: move.switched, version: move.version, endpoint: stored.endpoint },
      ...{ reason: move.reason, previous: place.previous, restored, manifest: hash, overridden: override !== null },
    },
  });
  const release = findRelease(store, move.project, id);
  if (!release) throw new Error(`release ${id} was not stored`);
  return release;
}

/** A promotion needs the project's signature where it has a key. What is wrong with the key does not stop a rollback. */
function signatureOf(
  store: Store,
  { project, kind }: Move,
  hash: string,
): { signature: Signature | null; unsigned: string | null } {
  const { signing } = currentGateSettings(store, project).settings;
  if (!signing) return { signature: null, unsigned: null };
  try {
    return { signature: signHash(hash, signing), unsigned: null };
  } catch (error) {
    if (kind === "rollback" && error instanceof AppError) return { signature: null, unsigned: error.message };
    throw error;
  }
}

function manifestFor(
  store: Store,
  move: Move & { id: string; sequence: number; createdAt: string; before: Release | undefined; actor: string },
): ReleaseManifest {
  const { project, channel, version, before, gates } = move;
  const harness = releasedHarness(store, version);
  if (!harness) throw badRequest("version: its harness cannot be read");
  const previous = before && releaseRecord(store, project, before.id)?.manifestHash;
  const event = lastAuditEvent(store);
  return buildManifest({
    ...{ project, channel, release: move.id, sequence: move.sequence },
    harness: { ...harness, hash: version },
    policy: withDecoding(move.policy, harness.parsed.config.decoding),
    gates,
    overridden: move.override?.gates ?? [],
    runs: runsOf(store, gates, move.run),
    named: move.run,
    checkVersion: CHECK_VERSION,
    previous: previous ?? null,
    audit: event && event.hash !== null ? { id: event.id, hash: event.hash } : null,
    ...{ actor: move.actor, createdAt: move.createdAt },
  });
}

function runsOf(store: Store, gates: GateReport | null, named: string | null): ManifestRun[] {
  const ids = new Set([...(gates?.gates ?? []).flatMap(({ runs }) => runs), ...(named === null ? [] : [named])]);
  return [...ids].flatMap((id) => {
    const run = findRun(store, id);
    if (!run) return [];
    const { dataset, datasetVersion, checkVersion, judge } = run;
    return [{ id, dataset, datasetVersion, checkVersion, judge: judge && { id: judge.id, version: judge.version } }];
  });
}
