import "server-only";
import type { Store } from "@/db/client";
import { findEndpoint } from "@/db/endpoint-repository";
import type { PolicyIdentity } from "@/lib/contracts/release-gate";
import { parseHarness } from "@/lib/harness/parse";
import { requireBundle } from "../lookups";
import { bareOf, withDecoding } from "./pinned-policy";

/** The policy behind a version as its endpoint is now; null for no endpoint, one that is gone, or a version that cannot be read. */
export function policyOf(store: Store, version: string, endpoint: string | null): PolicyIdentity | null {
  const found = endpoint === null ? undefined : findEndpoint(store, endpoint);
  const { harness } = found ? parseHarness(requireBundle(store, version)) : { harness: null };
  return found && harness ? withDecoding(bareOf(found), harness.config.decoding) : null;
}
