import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/** Bytes of a request body that are taken at most. */
const MAX_BODY = 2_000_000;
/** Bytes that are read and thrown away so that the sender gets to read why; of a longer body nothing more is read. */
const MAX_DRAINED = 16_000_000;
/** Two ways to write one path: what matches the one could be answered as the other. */
const AMBIGUOUS = /\\|\/\/|%(?:2e|2f|5c)/i;

/** The address that a request asks for; null where its path can be read in two ways, or its Host header in none. */
export function requestUrl(incoming: IncomingMessage): URL | null {
  const { host = "localhost" } = incoming.headers;
  const asked = incoming.url ?? "/";
  const [path = ""] = asked.split(/[?#]/);
  if (!path.startsWith("/") || AMBIGUOUS.test(path) || /[@/\\?#\s]/.test(host)) return null;
  const origin = `http://${host}`;
  return URL.canParse(asked, origin) ? new URL(asked, origin) : null;
}

/** Answers a request of node's HTTP server through a handler of web requests; streams go out as they come. */
export async function answerThrough(
  handle: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  url = requestUrl(incoming),
): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableEnded) gone.abort();
  });
  if (url === null) return refuse(outgoing, 400, "The address or the Host header of the request cannot be read.");
  const method = incoming.method ?? "GET";
  let body: Uint8Array<ArrayBuffer> | null | undefined;
  try {
    body = method === "GET" || method === "HEAD" ? undefined : await readBody(incoming);
  } catch {
    outgoing.destroy();
    return;
  }
  if (body === null) return refuse(outgoing, 413, "The body is too large.");
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const response = await handle(new Request(url, { method, headers, signal: gone.signal, ...(body && { body }) }));
  if (outgoing.destroyed) {
    await response.body?.cancel();
    return;
  }
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  // The platform's own stream types do not know each other.
  const stream = Readable.fromWeb(response.body as NodeReadableStream);
  stream.on("error", () => outgoing.destroy());
  outgoing.on("close", () => stream.destroy());
  stream.pipe(outgoing);
}

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.writeHead(status, { "content-type": "text/plain", connection: "close" }).end(message);
}

/** The whole body; null where it is too large. Rejects where the sender goes away before its end. */
function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    if (Number(incoming.headers["content-length"] ?? 0) > MAX_DRAINED) return resolve(null);
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
      else chunks = [];
      // Leaving the body unread, and not destroying it, keeps the connection for the answer.
      if (size > MAX_DRAINED) {
        incoming.pause();
        resolve(null);
      }
    });
    incoming.on("end", () => resolve(size > MAX_BODY ? null : new Uint8Array(Buffer.concat(chunks))));
    incoming.on("error", reject);
    incoming.on("close", () => reject(new Error("the sender went away")));
  });
}
