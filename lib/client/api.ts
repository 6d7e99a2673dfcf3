import { createORPCClient } from "@orpc/client";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { ACTOR_HEADER, type Contract, contract } from "@/lib/contracts/api";
import { readActor } from "./actor";

export type ApiClient = JsonifiedClient<ContractRouterClient<Contract>>;

/**
 * A client of the API at `url` (its /api folder), writing in the given name where one is known, and with the given token of the
 * API where there is one.
 */
export function createApiClient(settings: {
  url: () => string;
  actor: () => string;
  token?: () => string | undefined;
}): ApiClient {
  const link = new OpenAPILink(contract, {
    url: settings.url,
    headers: () => {
      const actor = settings.actor();
      const token = settings.token?.() ?? "";
      return {
        ...(actor !== "" && { [ACTOR_HEADER]: encodeURIComponent(actor) }),
        ...(token !== "" && { authorization: `Bearer ${token}` }),
      };
    },
  });
  return createORPCClient(link);
}

/** The browser's client, of the same origin. */
export const api: ApiClient = createApiClient({ url: () => `${globalThis.location.origin}/api`, actor: readActor });
