import type { Dispatcher } from "undici";

/** Connections are kept this long between calls, in milliseconds. */
const KEEP_ALIVE_MS = 30_000;

interface Pool {
  request: typeof import("undici")["request"];
  agent: Dispatcher;
}

let pool: Promise<Pool> | undefined;

async function openPool(): Promise<Pool> {
  const { Agent, request } = await import("undici");
  // The time limits are the caller's: a model may think for minutes before its first token.
  return { request, agent: new Agent({ keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 0, bodyTimeout: 0 }) };
}

/**
 * `fetch` for chat completions, on undici's own request interface over connections that are kept: the same answers at half the
 * processor time, which is what bounds an evaluation on a quick endpoint. Asks for no compression. What it does not do itself,
 * a redirect or a body that is no text, it leaves to the built-in `fetch`.
 */
export const pooledFetch: typeof fetch = async (input, init) => {
  const { method = "GET", body, signal } = init ?? {};
  const url = input instanceof Request ? null : String(input);
  if (url === null || (body !== undefined && body !== null && typeof body !== "string")) return fetch(input, init);
  pool ??= openPool();
  const { request, agent } = await pool;
  const headers = Object.fromEntries(new Headers(init?.headers));
  const answer = await request(url, {
    method: method.toUpperCase() as Dispatcher.HttpMethod,
    headers: { ...headers, "accept-encoding": "identity" },
    ...(typeof body === "string" && { body }),
    ...(signal && { signal }),
    dispatcher: agent,
  });
  if (answer.statusCode >= 300 && answer.statusCode < 400 && answer.headers.location !== undefined) {
    await answer.body.dump();
    return fetch(url, init);
  }
  const received = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) received.append(name, one);
  }
  const empty = answer.statusCode === 204 || answer.statusCode === 304;
  // An async iterable is a body to Node's Response, beyond what the standard's types say.
  const content = answer.body as unknown as BodyInit;
  return new Response(empty ? null : content, { status: answer.statusCode, headers: received });
};
