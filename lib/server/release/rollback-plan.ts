import "server-only";
import type { Store } from "@/db/client";
import { findRelease } from "@/db/release-repository";
import { findResult } from "@/db/result-repository";
import { findServed } from "@/db/served-repository";
import type { Evidence, Release } from "@/lib/contracts/release";
import { samePolicy } from "@/lib/release/manifest/verify-manifest";
import { badRequest, conflict, notFound } from "../app-error";
import { requireProject, requireRun } from "../lookups";
import { type Move, requireSeen } from "./move-channel";
import { pinnedPolicy } from "./pinned-policy";
import { switchedOf } from "./promotion-plan";

/**
 * The move back to what an earlier release of a channel served: its harness, its policy or both, the policy as it was bound
 * then, whatever its endpoint has become. @throws AppError where there is no such release, or nothing would change.
 */
export function planRollback(
  store: Store,
  input: {
    project: string;
    release: string;
    what: Release["switched"];
    reason: string;
    evidence: Evidence[];
    expectedRelease: string | null;
  },
): Move {
  const { project, what } = input;
  requireProject(store, project);
  const target = findRelease(store, project, input.release);
  if (!target) throw notFound("release", input.release);
  const now = requireSeen(store, { project, channel: target.channel, expectedRelease: input.expectedRelease });
  if (!now || now.id === target.id) throw badRequest(`release: it is what ${target.channel} serves`);
  for (const one of input.evidence) requireEvidence(store, project, one);
  const version = what === "policy" ? now.version : target.version;
  const source = what === "harness" ? now : target;
  const policy = pinnedPolicy(store, source);
  if (policy === null && source.endpoint !== null && source === target)
    throw conflict(
      `The endpoint ${source.endpoint} is gone, and the release ${source.id} was made before manifests kept what it was. Roll back its harness alone, or save the endpoint again.`,
      { current: now.id },
    );
  const switched = switchedOf(version !== now.version, !samePolicy(policy, pinnedPolicy(store, now)));
  if (switched === null) throw badRequest(`release: ${target.channel} serves this version with this policy already`);
  return {
    ...{ project, channel: target.channel, kind: "rollback", switched, version, policy },
    run: what === "policy" ? now.run : target.run,
    ...{ reason: input.reason, requestedBy: null, restored: target.id, override: null, evidence: input.evidence },
    ...{ gates: null, expectedRelease: input.expectedRelease },
  };
}

function requireEvidence(store: Store, project: string, evidence: Evidence): void {
  if (evidence.kind === "case") {
    requireRun(store, project, evidence.run);
    if (!findResult(store, evidence.run, evidence.case, 0)) throw notFound("result in the run of the case", evidence.case);
  }
  if (evidence.kind === "served" && !findServed(store, project, evidence.trajectory))
    throw notFound("served request", evidence.trajectory);
}
