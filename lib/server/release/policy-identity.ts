import "server-only";
import type { Store } from "@/db/client";
import { findEndpoint } from "@/db/endpoint-repository";
import type { PolicyIdentity } from "@/lib/contracts/release-gate";
import { parseHarness } from "@/lib/harness/parse";
import { requireBundle } from "../lookups";

/** The model behind a version as the endpoint is now; null for no endpoint, one that is gone, or a version that cannot be read. */
export function policyOf(store: Store, version: string, endpoint: string | null): PolicyIdentity | null {
  const found = endpoint === null ? undefined : findEndpoint(store, endpoint);
  if (!found) return null;
  const { harness } = parseHarness(requireBundle(store, version));
  if (!harness) return null;
  const { id, kind, baseUrl, model, checkpoint } = found;
  return { endpoint: id, kind, baseUrl, model, checkpoint, decoding: harness.config.decoding };
}
