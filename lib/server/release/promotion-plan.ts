import "server-only";
import type { Store } from "@/db/client";
import { findEndpoint } from "@/db/endpoint-repository";
import { currentRelease } from "@/db/release-repository";
import type { Release } from "@/lib/contracts/release";
import type { ReleaseChannel } from "@/lib/contracts/release-gate";
import type { Version } from "@/lib/contracts/version";
import { type BarePolicy, samePolicy } from "@/lib/release/manifest/verify-manifest";
import { badRequest } from "../app-error";
import { requireEndpoint, requireProject, requireRun, requireVersion } from "../lookups";
import { versionKind } from "../version-kind";
import { requireSeen } from "./move-channel";
import { bareOf, pinnedPolicy } from "./pinned-policy";

/** What a caller wants to move. Left out, the version or the endpoint stays what the channel serves. */
export interface PromotionInput {
  project: string;
  channel: ReleaseChannel;
  version?: string | undefined;
  run: string | null;
  endpoint?: string | null | undefined;
  reason: string;
  /** Why gates that fail are overridden. */
  override: string | null;
  /** Broken P0 cases that are accepted, by their ids. */
  acceptedP0?: readonly string[];
  expectedRelease: string | null;
}

/** What a promotion would move, read from what is there. */
export interface PromotionPlan {
  project: string;
  channel: ReleaseChannel;
  now: Release | undefined;
  version: Version;
  policy: BarePolicy | null;
  run: string | null;
  switched: Release["switched"];
}

/** @throws AppError where the input does not fit what is there, where the channel has moved, and where nothing would change. */
export function planPromotion(store: Store, input: PromotionInput): PromotionPlan {
  const { project, channel } = input;
  requireProject(store, project);
  const named = input.version === undefined ? undefined : requireVersion(store, project, input.version);
  if (named && versionKind(store, named.hash) === "judge")
    throw badRequest("version: it is a judge; it is put to use under Judges and never serves viewers");
  const now = requireSeen(store, input);
  const version = named ?? (now && requireVersion(store, project, now.version));
  if (!version) throw badRequest(`version: name one; ${channel} serves nothing yet whose harness could stay`);
  const run = input.run === null ? null : requireRun(store, project, input.run);
  if (run && run.version !== version.hash) throw badRequest("run: it is a run of another version");
  if (run && run.status !== "completed") throw badRequest("run: it is not completed");
  const served = now ? pinnedPolicy(store, now) : null;
  const policy = policyOf(store, { project, now, served, named: input.endpoint, ofRun: run?.endpoint });
  const switched = switchedOf(version.hash !== now?.version, !now || !sameServed(now, served, policy));
  if (switched === null) throw badRequest(`version: ${channel} serves this version with this policy already`);
  return { project, channel, now, version, policy, run: run?.id ?? null, switched };
}

/** Which switches move; null for none. */
export const switchedOf = (harness: boolean, policy: boolean): Release["switched"] | null =>
  harness ? (policy ? "both" : "harness") : policy ? "policy" : null;

function sameServed(now: Release, served: BarePolicy | null, policy: BarePolicy | null): boolean {
  if (served === null || policy === null) return now.endpoint === (policy?.endpoint ?? null);
  return samePolicy(served, policy);
}

/** The endpoint that was named, or the run's, or what the channel is bound to; of an empty channel what production is. */
function policyOf(
  store: Store,
  from: {
    project: string;
    now: Release | undefined;
    served: BarePolicy | null;
    named: string | null | undefined;
    ofRun: string | undefined;
  },
): BarePolicy | null {
  if (from.named === null) return null;
  const id = from.named ?? from.ofRun;
  if (id !== undefined) {
    // An endpoint of a run may be gone from the settings; one that was named must be there.
    const found = from.named === undefined ? findEndpoint(store, id) : requireEndpoint(store, id);
    return found ? bareOf(found) : null;
  }
  if (from.now) return from.served;
  const production = currentRelease(store, from.project, "production");
  return production ? pinnedPolicy(store, production) : null;
}

/** Whether production, as the caller saw it, serves a version on an endpoint as that is now. */
export function servesAlready(
  store: Store,
  asked: { project: string; version: string; endpoint: string; expectedRelease: string | null },
): boolean {
  const now = currentRelease(store, asked.project, "production");
  const endpoint = findEndpoint(store, asked.endpoint);
  if (!now || !endpoint || now.id !== asked.expectedRelease || now.version !== asked.version) return false;
  return samePolicy(pinnedPolicy(store, now), bareOf(endpoint));
}
