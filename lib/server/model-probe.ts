import "server-only";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { z } from "zod";
import type { Endpoint } from "@/lib/contracts/endpoint";

interface Outcome {
  ok: boolean;
  detail: string;
}

const TIMEOUT_MS = 10_000;
const SHOWN = 10;
const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

async function nameStep(hostname: string): Promise<Outcome> {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (bare === "") return { ok: false, detail: "The base URL names no host." };
  if (isIP(bare) !== 0) return { ok: true, detail: `${bare} is an address` };
  try {
    const { address } = await lookup(bare);
    return { ok: true, detail: `${bare} is ${address}` };
  } catch {
    return { ok: false, detail: `The name ${bare} is not known.` };
  }
}

/** The words of the cause of a failed fetch, which names the port and the kind of failure. */
function causeOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return `No answer within ${TIMEOUT_MS / 1_000} seconds.`;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message;
  return cause instanceof Error ? cause.message : "The connection failed.";
}

function keyStep(endpoint: Endpoint, key: string | undefined, status: number): Outcome {
  const refused = status === 401 || status === 403;
  if (endpoint.keyVariable !== "" && key === undefined) {
    return { ok: false, detail: `The environment variable ${endpoint.keyVariable} is not set where the studio runs.` };
  }
  if (refused) return { ok: false, detail: `HTTP ${status}: ${key ? "the key is refused" : "the endpoint wants a key"}.` };
  return { ok: true, detail: key ? `${endpoint.keyVariable} is set and not refused` : "none needed" };
}

async function modelStep(endpoint: Endpoint, response: Response): Promise<Outcome> {
  if (!response.ok) {
    return { ok: true, detail: `The endpoint lists no models (HTTP ${response.status}); the reply will tell.` };
  }
  const list = ModelList.safeParse(await response.json().catch(() => null));
  if (!list.success) return { ok: false, detail: "The answer of /models is not a list of models. Is the base URL right?" };
  const ids = list.data.data.map((model) => model.id);
  if (ids.includes(endpoint.model)) return { ok: true, detail: `${endpoint.model} is served` };
  return { ok: false, detail: `${endpoint.model} is not served. There are: ${ids.slice(0, SHOWN).join(", ") || "none"}.` };
}

/** The steps name, connection, key and model, up to the first that fails. Asks GET {base URL}/models and follows no redirect. */
export async function probeModels(endpoint: Endpoint, key: string | undefined, signal?: AbortSignal): Promise<Outcome[]> {
  if (endpoint.baseUrl === "") return [{ ok: false, detail: "The base URL is empty." }];
  const name = await nameStep(new URL(endpoint.baseUrl).hostname);
  if (!name.ok) return [name];
  let response: Response;
  try {
    response = await fetch(`${endpoint.baseUrl.replace(/\/+$/, "")}/models`, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
    });
  } catch (error) {
    return [name, { ok: false, detail: causeOf(error) }];
  }
  if (response.status >= 500) return [name, { ok: false, detail: `The server answers HTTP ${response.status}.` }];
  const connection = { ok: true, detail: `HTTP ${response.status}` };
  const keyFound = keyStep(endpoint, key, response.status);
  if (!keyFound.ok) return [name, connection, keyFound];
  return [name, connection, keyFound, await modelStep(endpoint, response)];
}
