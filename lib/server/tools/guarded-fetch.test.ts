import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGuardedAgent } from "./guarded-agent";
import { createGuardedFetch, MAX_MESSAGE_BYTES } from "./guarded-fetch";

const LINE = `data: ${"a".repeat(60_000)}`;
const LINES = Math.ceil((MAX_MESSAGE_BYTES * 2) / LINE.length);
/** What each address sends again and again, in the pieces in which it is sent. */
const pieces: Record<string, string[]> = {
  "/endless": [`${LINE}\n`],
  "/endless-crlf": [`${LINE}\r`, "\n"],
  "/events": [`${LINE}\n\n`],
  "/events-crlf": [`${LINE}\r\n\r`, "\n"],
  "/events-cr": [`${LINE}\r`, "\r"],
};

let server: Server;
let url = "";
const agent = createGuardedAgent({ allowPrivate: true, host: "127.0.0.1" });

beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    Readable.from(stream(pieces[request.url ?? ""] ?? [])).pipe(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  await agent.destroy();
  server.closeAllConnections();
  server.close();
});

async function* stream(repeated: readonly string[]) {
  for (let sent = 0; sent < LINES; sent += 1) {
    for (const piece of repeated) {
      yield piece;
      await nextTurn();
    }
  }
}

async function read(path: string): Promise<number> {
  const answer = await createGuardedFetch(agent, url)(`${url}${path}`);
  let size = 0;
  for await (const chunk of answer.body ?? []) size += chunk.byteLength;
  return size;
}

describe("a stream of events", () => {
  it.each(["/endless", "/endless-crlf"])("with one event that does not end is given up (%s)", async (path) =>
    expect(read(path)).rejects.toThrow(`longer than ${MAX_MESSAGE_BYTES} bytes`),
  );
  it.each(["/events", "/events-crlf", "/events-cr"])("with any number of events is read to its end (%s)", async (path) =>
    expect(await read(path)).toBeGreaterThan(MAX_MESSAGE_BYTES),
  );
});
