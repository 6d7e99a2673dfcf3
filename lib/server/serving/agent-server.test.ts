import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { delta, sendStream, startWireServer, type WireServer } from "@/lib/testing/wire-server";
import { type AgentServer, startAgentServer } from "./agent-server";

let studio: TestStudio;
let agent: AgentServer;
let model: WireServer;
let version: string;
let answer: () => void;

beforeEach(async () => {
  let held: (() => void)[] = [];
  answer = () => {
    for (const send of held) send();
    held = [];
  };
  model = await startWireServer((response) => {
    held.push(() => sendStream(response, [delta({ content: "Hello there." }), delta({}, "stop")]));
  });
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  await studio.call("PUT", "/endpoints/local", { id: "local", name: "Local", baseUrl: model.url, model: "m" });
  version = (await studio.call("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE })).body.version.hash;
  await studio.call("POST", "/projects/p/releases/promote", {
    version,
    endpoint: "local",
    reason: "r",
    expectedRelease: null,
    ...OVERRIDDEN,
  });
  agent = await startAgentServer(studio.studio, { host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  answer();
  await agent.close();
  await studio.close();
  await model.close();
});

const port = () => Number(new URL(agent.url).port);
const later = () => new Promise((resolve) => setTimeout(resolve, 5));
const QUESTION = JSON.stringify({ project: "p", input: { comments: [{ text: "hi" }] } });

/** Sends the path and the headers as they are, which fetch would not. */
function send(path: string, options: { method?: string; headers?: Record<string, string>; body?: Buffer[] } = {}) {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const { body = [], ...rest } = options;
    const sent = request({ host: "127.0.0.1", port: port(), path, ...rest }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, text }));
    });
    sent.on("error", reject);
    for (const chunk of body) sent.write(chunk);
    sent.end();
  });
}

describe("the operations an agent answers", () => {
  it.each([
    "/api/projects/p/served/..\\..\\..\\endpoints",
    "/api/projects/p/served/..\\versions\\VERSION\\bundle",
    "/api/projects/x/served/%2e%2e",
    "/api/projects/x/served/%2E%2E%2f..%5caudit",
    "/api/projects//served",
    "//elsewhere/api/health",
    "http://elsewhere/api/health",
  ])("cannot be left by writing the path as %s", async (path) => {
    const { status, text } = await send(path.replace("VERSION", version));
    expect(status).toBe(400);
    expect(text).not.toContain("prompt");
  });
  it.each(["/api/projects/p/served/../../../endpoints", "/api/projects/p/served/../versions", "/api/respond/../endpoints"])(
    "are matched by what %s comes to",
    async (path) => {
      expect((await send(path)).status).toBe(404);
    },
  );
  it("are those the path comes to, whatever the query says", async () => {
    expect((await send("/api/x/../health?a=//%2e%2e\\")).status).toBe(200);
  });
  it.each(["a:b:c", "evil:bad:host", "me@127.0.0.1", "127.0.0.1/x"])("are refused to the host %s", async (host) => {
    expect((await send("/api/health", { headers: { host } })).status).toBe(400);
  });
});

describe("a body that is too large", () => {
  const headers = { "content-type": "application/json" };
  const chunks = (count: number) => Array.from({ length: count }, () => Buffer.alloc(300_000, 97));
  it("is refused, though its length was not announced", async () => {
    expect(await send("/api/respond", { method: "POST", headers, body: chunks(10) })).toMatchObject({ status: 413 });
  });
  it("is refused, though its sender reads the answer only at the end", async () => {
    const announced = { ...headers, "content-length": "9000000" };
    expect(await send("/api/respond", { method: "POST", headers: announced, body: chunks(30) })).toMatchObject({ status: 413 });
  });
  it("is refused without being read where it is beyond all measure", async () => {
    const socket = connect(port(), "127.0.0.1");
    socket.write("POST /api/respond HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9000000000\r\n\r\n");
    const [answered] = await once(socket, "data");
    expect(String(answered)).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });
});

describe("a client that goes away", () => {
  const begin = (length: number) => {
    const socket = connect(port(), "127.0.0.1");
    socket.write(
      `POST /api/respond/stream HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
    );
    return socket;
  };
  it("before its body is read takes no place and is no failure", async () => {
    for (let turn = 0; turn < 20; turn++) {
      const socket = begin(QUESTION.length);
      socket.write(QUESTION.slice(0, 10));
      await later();
      socket.destroy();
    }
    expect((await send("/api/health")).status).toBe(200);
    expect([studio.studio.gate.serving, studio.reported]).toEqual([0, []]);
  });
  it("as soon as its body is sent gives its place back", async () => {
    for (let turn = 0; turn < 20; turn++) {
      const socket = begin(QUESTION.length);
      await new Promise<void>((resolve) => socket.write(QUESTION, () => resolve()));
      socket.destroy();
    }
    await later();
    while (studio.studio.gate.serving > 0) await later();
    expect(studio.reported).toEqual([]);
  });
});

it("closes once a stream that is open has come to its end", async () => {
  const response = await fetch(`${agent.url}/api/respond/stream`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: QUESTION,
  });
  while (model.bodies.length < 1) await later();
  const before = performance.now();
  const closed = agent.close();
  answer();
  expect(await response.text()).toContain('"event":"done"');
  await closed;
  expect(performance.now() - before).toBeLessThan(12_000);
  agent = await startAgentServer(studio.studio, { host: "127.0.0.1", port: 0 });
});
