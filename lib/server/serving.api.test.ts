import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RespondAnswer, ServedDetail } from "@/lib/contracts/serving";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { delta, sendStream, startWireServer, usageChunk, type WireServer } from "@/lib/testing/wire-server";
import { handleApi } from "./http";

let studio: TestStudio;
let server: WireServer;
type Send = (...chunks: object[]) => void;
/** How the model answers; replaced by a test that needs it slow, or to call a tool. */
let speak: (send: Send, body: unknown) => void;
const says = (text: string) => [delta({ content: text }), delta({}, "stop"), usageChunk(10, 3)];

beforeEach(async () => {
  speak = (send) => send(...says("Hello there. How can I help?"));
  server = await startWireServer((response, body) => speak((...chunks) => sendStream(response, chunks), body));
  studio = openTestStudio({ servingLimit: 2 });
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  await studio.call("PUT", "/endpoints/local", { id: "local", name: "Local", baseUrl: server.url, model: "m", checkpoint: "c1" });
});
afterEach(async () => {
  await studio.close();
  await server.close();
});

const release = async (more: Record<string, string> = {}, endpoint = "local") => {
  const files = { ...SMALL_BUNDLE, ...more };
  const version: string = (await studio.call("POST", "/projects/p/versions/import", { files })).body.version.hash;
  const now = (await studio.call("GET", "/projects/p/releases")).body[0]?.id ?? null;
  const body = { version, endpoint, reason: "serve it", expectedRelease: now, ...OVERRIDDEN };
  return (await studio.call("POST", "/projects/p/releases/promote", body)).body as { id: string; version: string };
};
const request = (more: object = {}) => ({ project: "p", input: { comments: [{ text: "hi" }] }, ...more });
const respond = (more: object = {}) => studio.call("POST", "/respond", request(more));
const served = (query = "") => studio.call("GET", `/projects/p/served${query}`);
const held = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};

describe("POST /api/respond", () => {
  it("answers by what production serves and stores the trajectory under the id it gives", async () => {
    const { id, version } = await release();
    const { status, body } = await respond({ channel: "private", seed: 7 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      reply: "Hello there. How can I help?",
      channel: "private",
      suppressed: false,
      stopReason: "replied",
      release: id,
      version,
      endpoint: "local",
      model: "m",
      checkpoint: "c1",
      embedded: false,
      recordedTools: [],
    });
    const detail = ServedDetail.parse((await studio.call("GET", `/projects/p/served/${body.trajectory}`)).body);
    expect(detail.trajectory).toMatchObject({
      seed: 7,
      harness: { hash: version },
      model: { checkpoint: "c1" },
      reply: body.reply,
    });
    expect(detail.request.input.comments).toEqual([{ text: "hi" }]);
    expect((await served()).body).toMatchObject({
      total: 1,
      items: [{ trajectory: body.trajectory, comment: "hi", versionName: "Small" }],
    });
  });
  it("says what is missing where nothing can be served", async () => {
    expect(await respond()).toMatchObject({ status: 404, body: { message: expect.stringContaining("release in production") } });
    const version = (await studio.call("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE })).body.version.hash;
    await studio.call("POST", "/projects/p/releases/promote", { version, reason: "r", expectedRelease: null, ...OVERRIDDEN });
    expect(await respond()).toMatchObject({ status: 409, body: { message: expect.stringContaining("names no endpoint") } });
    expect(await respond({ project: "nobody" })).toMatchObject({ status: 404 });
    expect(await respond({ input: { comments: [] } })).toMatchObject({ status: 400 });
  });
  it("serves at most as many at once as it may, and says so", async () => {
    await release();
    const { opened, open } = held();
    speak = (send) => void opened.then(() => send(...says("At last.")));
    const underway = [respond(), respond()];
    while (server.bodies.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const refused = await handleApi(
      new Request("http://127.0.0.1:3000/api/respond", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request()),
      }),
      studio.studio,
    );
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toMatchObject({ code: "TOO_MANY_REQUESTS", message: expect.stringContaining("2 requests") });
    open();
    expect((await Promise.all(underway)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await respond()).status).toBe(200);
  });
  it("switches to a newly promoted release with the next request, and ends those under way on theirs", async () => {
    const one = await release();
    const { opened, open } = held();
    speak = (send) => void opened.then(() => send(...says("Said by the first.")));
    const underway = respond();
    while (server.bodies.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const two = await release({ "prompt/02-more.md": "Be brief." });
    speak = (send) => send(...says("Said by the second."));
    expect((await respond()).body).toMatchObject({ release: two.id, version: two.version, reply: "Said by the second." });
    open();
    expect((await underway).body).toMatchObject({ release: one.id, version: one.version, reply: "Said by the first." });
    expect(JSON.stringify(server.bodies[0])).not.toContain("Be brief.");
    expect(JSON.stringify(server.bodies[1])).toContain("Be brief.");
  });
  it("suppresses a public reply that a Hook stops, and lists it as an incident", async () => {
    await release({
      "hooks/quiet.js": 'export const events = ["Stop"];\nexport default () => ({ decision: "suppress", reason: "no" });\n',
    });
    expect((await respond()).body).toMatchObject({ reply: "", suppressed: true, stopReason: "suppressed" });
    expect((await served("?show=suppressed")).body).toMatchObject({
      total: 1,
      items: [{ incidents: { suppressed: 1, guards: 1 } }],
    });
    expect((await served("?show=recovered")).body.total).toBe(0);
    expect((await served("?show=incidents")).body.total).toBe(1);
  });
  it("searches the project's FAQ, and says what ranked it", async () => {
    const entries = [
      { question: "How long does delivery take?", answer: "Three days." },
      { question: "Can I return it?", answer: "Within seven days." },
    ];
    expect(await studio.call("PUT", "/projects/p/faq", { entries })).toMatchObject({
      status: 200,
      body: { hash: expect.any(String) },
    });
    const tool = {
      name: "ask_faq",
      description: "FAQ",
      inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
      binding: { kind: "builtin", function: "faq_search" },
    };
    await release({ "tools/ask_faq.json": JSON.stringify(tool) });
    const call = { index: 0, id: "1", function: { name: "ask_faq", arguments: '{"query":"when is the delivery"}' } };
    speak = (send, body) =>
      JSON.stringify(body).includes("BM25")
        ? send(...says("Three days."))
        : send(delta({ tool_calls: [call] }), delta({}, "tool_calls"));
    const { body } = await respond();
    expect(body.reply).toBe("Three days.");
    const { trajectory } = ServedDetail.parse((await studio.call("GET", `/projects/p/served/${body.trajectory}`)).body);
    expect(trajectory.steps.find((step) => step.type === "tool-call")).toMatchObject({
      outcome: {
        ok: true,
        result: { results: [{ answer: "Three days.", source: "project" }], rankedBy: expect.stringContaining("BM25") },
      },
    });
  });
});

describe("POST /api/respond/stream", () => {
  const stream = async (more: object = {}) => {
    const response = await handleApi(
      new Request("http://127.0.0.1:3000/api/respond/stream", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request(more)),
      }),
      studio.studio,
    );
    const text = await response.text();
    const events = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json]) => JSON.parse(json ?? ""));
    return { response, events };
  };
  it("sends the steps as they happen and the reply only once the Hooks let it pass", async () => {
    await release({
      "hooks/again.js":
        'export const events = ["Stop"];\nexport default (event) => event.stopBlocks === 0 ? { decision: "block", reason: "Again." } : undefined;\n',
    });
    const { response, events } = await stream();
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(events.map(({ event, type }) => type ?? event)).toEqual([
      "accepted",
      "model-call",
      "hook",
      "retry",
      "model-call",
      "reply",
      "reply",
      "done",
    ]);
    const answer = RespondAnswer.parse(events.at(-1).answer);
    expect(events.filter(({ event }) => event === "reply").map(({ text }) => text)).toEqual(["Hello there. ", "How can I help?"]);
    expect(answer.trajectory).toBe(events[0].trajectory);
  });
  it("refuses with a status, not inside the stream", async () => {
    expect((await stream()).response.status).toBe(404);
  });
  it("gives its place back when the listener goes away", async () => {
    await release();
    for (let turn = 0; turn < 4; turn++) {
      const response = await handleApi(
        new Request("http://127.0.0.1:3000/api/respond/stream", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(request()),
        }),
        studio.studio,
      );
      expect(response.status).toBe(200);
      await response.body?.cancel();
      while (studio.studio.gate.serving > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect((await respond()).status).toBe(200);
  });
});
