import "server-only";
import type { Store } from "@/db/client";
import { findEndpoint } from "@/db/endpoint-repository";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Decoding } from "@/lib/contracts/harness";
import type { Release } from "@/lib/contracts/release";
import type { PolicyIdentity } from "@/lib/contracts/release-gate";
import type { BarePolicy } from "@/lib/release/manifest/verify-manifest";

/** The policy behind an endpoint as it is now. */
export const bareOf = ({ id, kind, baseUrl, model, checkpoint }: Endpoint): BarePolicy => ({
  ...{ endpoint: id, kind, baseUrl },
  ...{ model, checkpoint },
});

/**
 * The policy that a release is bound to: by its manifest, whatever its endpoint has become since. A release made before
 * manifests is bound to nothing, and its endpoint counts as it is now. Null where it names none, or none that is there.
 */
export function pinnedPolicy(store: Store, release: Pick<Release, "policy" | "endpoint" | "manifestHash">): BarePolicy | null {
  if (release.policy) return release.policy;
  if (release.manifestHash !== null || release.endpoint === null) return null;
  const endpoint = findEndpoint(store, release.endpoint);
  return endpoint ? bareOf(endpoint) : null;
}

/** A policy bound to the decoding of the harness that it serves with. */
export const withDecoding = (policy: BarePolicy | null, decoding: Decoding): PolicyIdentity | null =>
  policy && {
    ...{ endpoint: policy.endpoint, kind: policy.kind, baseUrl: policy.baseUrl },
    ...{ model: policy.model, checkpoint: policy.checkpoint },
    decoding,
  };

/** Where a bound policy is called: its own address and model, with the key and the prices of its endpoint as they are now. */
export function endpointOf(store: Store, policy: BarePolicy): Endpoint {
  const now = findEndpoint(store, policy.endpoint);
  const { endpoint: id, kind, baseUrl, model, checkpoint } = policy;
  return {
    name: id,
    keyVariable: "",
    promptPrice: null,
    completionPrice: null,
    maxConcurrency: null,
    callsPerMinute: null,
    createdAt: "",
    ...now,
    ...{ id, kind, baseUrl, model, checkpoint },
  };
}
