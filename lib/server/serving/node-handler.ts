import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/** Bytes of a request body that are read at most. */
const MAX_BODY = 2_000_000;

/** Answers a request of node's HTTP server through a handler of web requests; streams go out as they come. */
export async function answerThrough(
  handle: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableEnded) gone.abort();
  });
  if (Number(incoming.headers["content-length"] ?? 0) > MAX_BODY) {
    incoming.resume();
    outgoing.writeHead(413, { "content-type": "text/plain", connection: "close" }).end("The body is too large.");
    return;
  }
  const method = incoming.method ?? "GET";
  const body = method === "GET" || method === "HEAD" ? undefined : await readBody(incoming);
  if (body === null) {
    outgoing.writeHead(413, { "content-type": "text/plain", connection: "close" }).end("The body is too large.");
    return;
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "localhost"}`);
  const response = await handle(new Request(url, { method, headers, signal: gone.signal, ...(body && { body }) }));
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

async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY) return null;
    chunks.push(bytes);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
