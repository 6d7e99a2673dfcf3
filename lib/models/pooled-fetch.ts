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
  return new PooledResponse(answer);
};

/** An answer whose body is read as it comes, without the web stream that a Response would put around it. */
class PooledResponse extends Response {
  readonly #body: Dispatcher.ResponseData["body"];

  constructor({ statusCode, headers, body }: Dispatcher.ResponseData) {
    const received = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) received.append(name, one);
    }
    super(null, { status: statusCode, headers: received });
    this.#body = body;
  }

  /** Chunks, to be iterated over. */
  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    // Whoever reads it iterates over it, as one may over both.
    return this.#body as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
  }

  override text(): Promise<string> {
    return this.#body.text();
  }

  override json(): Promise<unknown> {
    return this.#body.json();
  }
}
