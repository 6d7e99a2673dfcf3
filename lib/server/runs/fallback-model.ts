import "server-only";
import type { Store } from "@/db/client";
import { findEndpoint } from "@/db/endpoint-repository";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Harness } from "@/lib/contracts/harness";
import type { ChatModel } from "@/lib/kernel/ports";
import { EndpointUnusable, modelOfEndpoint } from "./endpoint-model";

/**
 * The endpoint that `fallback.endpoint` of a harness names, with its model. Undefined where the harness names none, or one
 * that the settings do not have or that cannot be called: then the compact route goes to the policy's own endpoint.
 */
export function fallbackOf(
  store: Store,
  { config }: Pick<Harness, "config">,
  modelOf: (endpoint: Endpoint) => ChatModel = modelOfEndpoint,
): { endpoint: Endpoint; model: ChatModel } | undefined {
  const endpoint = config.fallback.endpoint === "" ? undefined : findEndpoint(store, config.fallback.endpoint);
  if (!endpoint) return undefined;
  try {
    return { endpoint, model: modelOf(endpoint) };
  } catch (error) {
    if (error instanceof EndpointUnusable) return undefined;
    throw error;
  }
}
