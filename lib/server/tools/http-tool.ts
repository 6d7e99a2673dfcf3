import "server-only";
import { type Agent, errors, request } from "undici";
import type { HttpBinding } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { ToolService } from "@/lib/contracts/tool-service";
import { httpRequestOf } from "@/lib/harness/http-request";
import { AddressRefused } from "./guarded-agent";
import { type HttpAnswer, resultOf } from "./http-answer";
import { type Environment, keyHeaders, maskText, withoutSecrets } from "./secrets";
import { type HttpService, serviceOfUrl } from "./service-match";
import { ToolFailure } from "./tool-failure";

export interface HttpToolPorts {
  services: readonly ToolService[];
  env: Environment;
  agentOf: (service: HttpService) => Agent;
}

interface Exchange {
  method: HttpBinding["method"];
  url: URL;
  headers: Record<string, string>;
  body: string | undefined;
}

const MAX_REDIRECTS = 3;

/**
 * Carries out one call of an http binding, redirects followed by hand: each address must lie under a tool service. `signal`
 * bounds the whole of it.
 * @throws ToolFailure; and whatever the abort of `signal` makes of the request.
 */
export async function callHttpTool(
  binding: HttpBinding,
  args: JsonObject,
  ports: HttpToolPorts,
  signal: AbortSignal,
): Promise<JsonValue> {
  const made = httpRequestOf(binding, args);
  if (!made.ok) throw new ToolFailure("invalid-arguments", `No request can be made of these arguments: ${made.message}.`);
  const { method, headers, body } = made;
  let exchange: Exchange = { method, url: new URL(made.url), headers, body };
  const visited: HttpService[] = [];
  for (let followed = 0; ; followed += 1) {
    const service = serviceOfUrl(exchange.url, ports.services);
    if (!service) {
      const what = followed === 0 ? "The address of this tool lies" : "The tool was redirected to an address that lies";
      throw new ToolFailure("permission-denied", `${what} under no tool service of the studio's settings.`);
    }
    visited.push(service);
    // A redirect to another service brings nobody's key: a server must not be able to have another one called in our name.
    const key = service.id === visited[0]?.id ? keyHeaders(service, ports.env) : {};
    const answer = await send(exchange, key, service, ports, binding.maxBytes, signal);
    const next = redirectOf(exchange, answer);
    if (!next) {
      // An upstream may echo the request: no key must reach the policy or a trajectory. A text is masked as it stands, JSON
      // once it is decoded, as its escapes hide a key.
      const mask = (text: string) => visited.reduce((left, each) => maskText(left, each, ports.env), text);
      const result = resultOf(answer, binding, mask);
      return visited.reduce<JsonValue>((left, each) => withoutSecrets(left, each, ports.env), result);
    }
    if (followed === MAX_REDIRECTS) throw new ToolFailure("unavailable", `The tool redirects more than ${MAX_REDIRECTS} times.`);
    exchange = next;
  }
}

async function send(
  { method, url, headers, body }: Exchange,
  key: Record<string, string>,
  service: HttpService,
  { agentOf }: HttpToolPorts,
  maxBytes: number,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  try {
    const response = await request(url, {
      method,
      headers: {
        accept: "application/json, text/plain;q=0.9",
        "user-agent": "harness-studio",
        ...headers,
        ...key,
      },
      body: body ?? null,
      dispatcher: agentOf(service),
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    // A body that is given up half-way says so on its own, too.
    response.body.on("error", () => {});
    const { location, "content-type": type, "content-encoding": encoding } = response.headers;
    if (encoding !== undefined && encoding !== "identity") {
      response.body.destroy();
      throw new ToolFailure("malformed", "The tool's answer is compressed although that was not asked for.");
    }
    return {
      status: response.statusCode,
      type: String(type ?? ""),
      location: typeof location === "string" ? location : null,
      text: await readBounded(response.body, maxBytes),
    };
  } catch (error) {
    if (signal.aborted || error instanceof ToolFailure) throw error;
    throw connectionFailure(error, service);
  }
}

async function readBounded(body: AsyncIterable<Uint8Array> & { destroy(): void }, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      body.destroy();
      throw new ToolFailure("malformed", `The tool's answer is longer than ${maxBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function connectionFailure(error: unknown, service: HttpService): ToolFailure {
  if (findCause(error, (each) => each instanceof AddressRefused)) {
    return new ToolFailure(
      "permission-denied",
      `The tool service ${service.id} is at an address that its settings do not allow.`,
    );
  }
  if (error instanceof errors.ConnectTimeoutError)
    return new ToolFailure("timeout", "The tool could not be connected to in time.");
  const code = findCause(error, (each) => typeof each.code === "string")?.code;
  return new ToolFailure("unavailable", `The tool could not be reached${code ? ` (${code})` : ""}.`);
}

function findCause(
  error: unknown,
  holds: (each: Error & { code?: unknown }) => boolean,
): (Error & { code?: unknown }) | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (holds(each)) return each;
    const inner: unknown =
      each instanceof AggregateError ? each.errors.find((one) => one instanceof Error && holds(one)) : undefined;
    if (inner instanceof Error) return inner;
  }
  return undefined;
}

/** As browsers do it: 303, and 301 or 302 after a POST, go on with GET and without the body. */
function redirectOf({ method, url, headers, body }: Exchange, { status, location }: HttpAnswer): Exchange | null {
  if (![301, 302, 303, 307, 308].includes(status) || location === null) return null;
  if (!URL.canParse(location, url)) throw new ToolFailure("malformed", "The tool redirects to what is no address.");
  const target = new URL(location, url);
  target.hash = "";
  if (target.protocol !== "http:" && target.protocol !== "https:") {
    throw new ToolFailure("permission-denied", "The tool redirects to something else than a web address.");
  }
  const becomesGet = (status === 303 && method !== "GET") || (status < 303 && method === "POST");
  if (becomesGet) {
    const { "content-type": _, ...others } = headers;
    return { method: "GET", url: target, headers: target.origin === url.origin ? others : {}, body: undefined };
  }
  if (target.origin !== url.origin && body !== undefined) {
    throw new ToolFailure("permission-denied", "The tool redirects a request with a body to another server.");
  }
  return { method, url: target, headers: target.origin === url.origin ? headers : {}, body };
}
