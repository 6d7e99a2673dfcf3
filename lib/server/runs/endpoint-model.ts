import "server-only";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { ChatModel } from "@/lib/kernel/ports";
import { createOpenAiModel } from "@/lib/models/openai";
import { embeddedFetch } from "@/lib/simulation/embedded-fetch";
import { isNamedError } from "../named-error";

/** Why no call of an endpoint can be made; the message is safe to show. */
export class EndpointUnusable extends Error {
  override name = "EndpointUnusable";

  static override [Symbol.hasInstance](value: unknown): value is EndpointUnusable {
    return isNamedError(value, "EndpointUnusable");
  }
}

/**
 * The chat model behind an endpoint. The key is read from the environment at this moment and never stored.
 * @throws EndpointUnusable where the environment variable that should hold the key is not set.
 */
export function modelOfEndpoint(endpoint: Endpoint): ChatModel {
  if (endpoint.kind === "embedded") return createOpenAiModel({ endpoint, fetch: embeddedFetch });
  if (endpoint.keyVariable === "") return createOpenAiModel({ endpoint });
  const apiKey = process.env[endpoint.keyVariable];
  if (!apiKey)
    throw new EndpointUnusable(`The environment variable ${endpoint.keyVariable} of the endpoint ${endpoint.name} is not set.`);
  return createOpenAiModel({ endpoint, apiKey });
}
