import "server-only";
import type { Store } from "@/db/client";
import { currentRelease, findRelease, insertRelease, listReleases } from "@/db/release-repository";
import type { Release, ReleaseDetail } from "@/lib/contracts/release";
import type { ReleaseChannel } from "@/lib/contracts/release-gate";
import { badRequest, conflict, notFound } from "../app-error";
import { requireNoBrokenP0 } from "../broken-p0";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import { requireEndpoint, requireProject, requireRun, requireVersion } from "../lookups";
import { notBuilt } from "../not-built";
import { versionKind } from "../version-kind";

export function allReleases({ studio }: Context, input: { project: string; channel: ReleaseChannel }): Release[] {
  requireProject(studio.database, input.project);
  return listReleases(studio.database, input.project, input.channel);
}

export const releaseDetail = (_context: Context, _input: { project: string; release: string }): ReleaseDetail => notBuilt();

function moved(store: Store, project: string) {
  const now = currentRelease(store, project);
  if (!now) return conflict("Production serves nothing now.", { current: "none" });
  return conflict(`${now.actor} moved production to ${now.versionName} meanwhile.`, {
    current: now.id,
    by: now.actor,
    at: now.createdAt,
  });
}

/**
 * Moves production. The caller names the release it saw there; if production has moved since, it is a conflict and
 * nothing changes. Call it inside a transaction.
 */
export function moveProduction(
  store: Store,
  context: Pick<Context, "actor">,
  move: Pick<Release, "project" | "kind" | "version" | "endpoint" | "run" | "reason"> & { expectedRelease: string | null },
): Release {
  const { expectedRelease, ...rest } = move;
  if (versionKind(store, move.version) === "judge")
    throw badRequest("version: it is a judge; it is put to use under Judges and never serves viewers");
  const now = currentRelease(store, move.project);
  if ((now?.id ?? null) !== expectedRelease) throw moved(store, move.project);
  const release = {
    ...rest,
    id: newId("rel"),
    channel: "production" as const,
    sequence: (now?.sequence ?? 0) + 1,
    switched: "both" as const,
    actor: context.actor,
    requestedBy: null,
    previous: now?.id ?? null,
    restored: null,
    override: null,
    evidence: [],
    gates: null,
    manifest: null,
    manifestHash: null,
    signature: null,
    publicKey: null,
    createdAt: timestamp(),
  };
  if (!insertRelease(store, release)) throw moved(store, move.project);
  recordAudit(store, context, {
    action: move.kind === "promote" ? "release-promoted" : "release-rolled-back",
    project: move.project,
    subject: `release:${release.id}`,
    detail: { version: move.version, run: move.run, reason: move.reason, previous: release.previous },
  });
  const stored = findRelease(store, move.project, release.id);
  if (!stored) throw new Error(`release ${release.id} was not stored`);
  return stored;
}

function endpointOf(store: Store, given: string | null | undefined, ofRun: string | null): string | null {
  if (given === undefined) return ofRun;
  return given === null ? null : requireEndpoint(store, given).id;
}

export function promote(
  context: Context,
  input: {
    project: string;
    version?: string | undefined;
    run: string | null;
    endpoint?: string | null | undefined;
    reason: string;
    expectedRelease: string | null;
  },
): Release {
  const { database } = context.studio;
  if (input.version === undefined) throw badRequest("version: name one");
  const wanted = input.version;
  // Compared before the transaction, which then finds it ready.
  requireNoBrokenP0(database, input.project, requireVersion(database, input.project, wanted).hash);
  return database.transaction(
    (tx) => {
      requireProject(tx, input.project);
      const version = requireVersion(tx, input.project, wanted);
      requireNoBrokenP0(tx, input.project, version.hash);
      const run = input.run === null ? null : requireRun(tx, input.project, input.run);
      if (run && run.version !== version.hash) throw badRequest("run: it is a run of another version");
      if (run && run.status !== "completed") throw badRequest("run: it is not completed");
      return moveProduction(tx, context, {
        project: input.project,
        kind: "promote",
        version: version.hash,
        endpoint: endpointOf(tx, input.endpoint, run?.endpoint ?? currentRelease(tx, input.project)?.endpoint ?? null),
        run: run?.id ?? null,
        reason: input.reason,
        expectedRelease: input.expectedRelease,
      });
    },
    { behavior: "immediate" },
  );
}

export function rollBack(
  context: Context,
  input: { project: string; release: string; reason: string; expectedRelease: string | null },
): Release {
  return context.studio.database.transaction(
    (tx) => {
      requireProject(tx, input.project);
      const target = findRelease(tx, input.project, input.release);
      if (!target) throw notFound("release", input.release);
      if (currentRelease(tx, input.project)?.version === target.version) {
        const now = currentRelease(tx, input.project);
        if ((now?.id ?? null) !== input.expectedRelease) throw moved(tx, input.project);
        throw badRequest("release: production serves this version already");
      }
      return moveProduction(tx, context, {
        project: input.project,
        kind: "rollback",
        version: target.version,
        endpoint: target.endpoint,
        run: target.run,
        reason: input.reason,
        expectedRelease: input.expectedRelease,
      });
    },
    { behavior: "immediate" },
  );
}
