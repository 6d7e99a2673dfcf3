import "server-only";
import { findEndpoint, listEndpoints, putEndpoint, usesOfEndpoint } from "@/db/endpoint-repository";
import { markRemoved } from "@/db/removal-repository";
import type { Endpoint, EndpointInput } from "@/lib/contracts/endpoint";
import { badRequest, conflict } from "../app-error";
import { type Context, recordAudit } from "../context";
import { timestamp } from "../ids";
import { requireEndpoint } from "../lookups";

const keyIsPresent = ({ keyVariable }: Pick<Endpoint, "keyVariable">) =>
  keyVariable === "" || (process.env[keyVariable] ?? "") !== "";

/** `keyPresent`: the variable is set in the studio's environment, or none is needed. */
export const allEndpoints = ({ studio }: Context): (Endpoint & { keyPresent: boolean })[] =>
  listEndpoints(studio.database).map((endpoint) => ({ ...endpoint, keyPresent: keyIsPresent(endpoint) }));

/** A URL with a user or password in it would put a secret into the database. */
export function refuseCredentials(baseUrl: string, field = "baseUrl"): void {
  const url = new URL(baseUrl);
  if (url.username || url.password || url.search) {
    throw badRequest(`${field}: leave out user, password and query; name the variable that holds the key instead`);
  }
}

export function saveEndpoint(context: Context, input: EndpointInput): Endpoint {
  refuseCredentials(input.baseUrl);
  return context.studio.database.transaction((tx) => {
    const known = findEndpoint(tx, input.id);
    if (known?.kind === "embedded") throw badRequest("id: the embedded policy is built in and cannot be changed");
    const endpoint: Endpoint = { ...input, kind: "openai", createdAt: known?.createdAt ?? timestamp() };
    putEndpoint(tx, endpoint);
    recordAudit(tx, context, {
      action: known ? "endpoint-changed" : "endpoint-created",
      project: null,
      subject: `endpoint:${endpoint.id}`,
      detail: { baseUrl: endpoint.baseUrl, model: endpoint.model, checkpoint: endpoint.checkpoint },
    });
    return endpoint;
  });
}

/** Deletes an endpoint that nothing uses; it can be brought back, or saved anew under its id, until it is purged. */
export function removeEndpoint(context: Context, input: { id: string }): { removed: boolean } {
  return context.studio.database.transaction((tx) => {
    const endpoint = requireEndpoint(tx, input.id);
    if (endpoint.kind === "embedded") throw badRequest("id: the embedded policy is built in and cannot be removed");
    const uses = usesOfEndpoint(tx, input.id);
    if (uses > 0) throw conflict(`${uses} runs, campaigns or releases use this endpoint.`, { current: `${uses} uses` });
    markRemoved(tx, "endpoint", input.id, context.actor, timestamp());
    recordAudit(tx, context, { action: "endpoint-removed", project: null, subject: `endpoint:${input.id}` });
    return { removed: true };
  });
}
