import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashBundle } from "@/lib/harness/hash";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { handleApi } from "./http";

let test: TestStudio;

beforeEach(async () => {
  test = openTestStudio();
  await test.call("POST", "/projects", { id: "p", name: "P" });
});
afterEach(() => test.close());

const filesOf = (rule: string) => ({ ...SMALL_BUNDLE, "prompt/02-rule.md": `---\norder: 2\n---\n${rule}\n` });
const promote = async (rule: string, channel = "production", by = test): Promise<{ id: string }> => {
  const version: string = (await by.call("POST", "/projects/p/versions/import", { files: filesOf(rule) })).body.version.hash;
  const now = (await by.call("GET", `/projects/p/releases?channel=${channel}`)).body[0]?.id ?? null;
  const body = { channel, version, endpoint: "embedded", reason: "serve it", expectedRelease: now, ...OVERRIDDEN };
  const answer = await by.call("POST", "/projects/p/releases/promote", body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const get = (path: string, settings: { tag?: string | null; signal?: AbortSignal; method?: string } = {}) =>
  handleApi(
    new Request(`http://127.0.0.1:3000/api${path}`, {
      method: settings.method ?? "GET",
      ...(settings.tag && { headers: { "if-none-match": settings.tag } }),
      ...(settings.signal && { signal: settings.signal }),
    }),
    test.studio,
  );
const watchers = () => test.studio.releaseEvents.size;
const untilWatched = async () => {
  while (watchers() === 0) await new Promise((resolve) => setTimeout(resolve, 2));
};

describe("GET /api/releases/:channel", () => {
  it("gives what the channel serves with its files and its manifest", async () => {
    const { id } = await promote("Be brief.");
    const answer = await get("/releases/production?project=p");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    const { release, manifest, files } = await answer.json();
    expect(release).toMatchObject({ id, project: "p", channel: "production" });
    expect(hashBundle(files)).toBe(release.version);
    expect(manifest.manifest.harness.hash).toBe(release.version);
    expect(answer.headers.get("etag")).toBe(`"${manifest.hash}"`);
  });

  it("answers HEAD as GET, without the body", async () => {
    await promote("Be brief.");
    const tag = (await get("/releases/production?project=p")).headers.get("etag");
    const head = await get("/releases/production?project=p", { method: "HEAD" });
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, tag, ""]);
  });

  it("answers 304 without a body while the caller has it", async () => {
    await promote("Be brief.");
    const tag = (await get("/releases/production?project=p")).headers.get("etag");
    const same = await get("/releases/production?project=p", { tag });
    expect([same.status, await same.text(), same.headers.get("etag")]).toEqual([304, "", tag]);
    expect((await get("/releases/production?project=p", { tag: `W/${tag}` })).status).toBe(304);
    await promote("Be kind.");
    const moved = await get("/releases/production?project=p", { tag });
    expect(moved.status).toBe(200);
    expect(moved.headers.get("etag")).not.toBe(tag);
  });

  it("holds the answer until the channel moves", async () => {
    await promote("Be brief.");
    const tag = (await get("/releases/production?project=p")).headers.get("etag");
    const waiting = get("/releases/production?project=p&wait=60", { tag });
    await untilWatched();
    await promote("Be careful.", "canary");
    const { id } = await promote("Be kind.");
    const answer = await waiting;
    expect(answer.status).toBe(200);
    expect((await answer.json()).release.id).toBe(id);
    expect(watchers()).toBe(0);
  });

  it("sees a move that another process made", async () => {
    await promote("Be brief.");
    const tag = (await get("/releases/production?project=p")).headers.get("etag");
    const other = openTestStudio({ dataFolder: test.studio.dataFolder });
    try {
      const waiting = get("/releases/production?project=p&wait=60", { tag });
      await untilWatched();
      const { id } = await promote("Be kind.", "production", other);
      expect((await (await waiting).json()).release.id).toBe(id);
    } finally {
      await other.studio.close();
    }
  });

  it("stops waiting when the time is over and when nobody listens any more", async () => {
    await promote("Be brief.");
    const tag = (await get("/releases/production?project=p")).headers.get("etag");
    expect((await get("/releases/production?project=p&wait=1", { tag })).status).toBe(304);
    const leaving = new AbortController();
    const waiting = get("/releases/production?project=p&wait=60", { tag, signal: leaving.signal });
    await untilWatched();
    leaving.abort();
    await waiting.catch(() => {});
    expect(watchers()).toBe(0);
    expect((await get("/releases/production?project=p&wait=61", { tag })).status).toBe(400);
  });

  it("takes the only project where none is named, and says what is missing", async () => {
    expect((await get("/releases/production")).status).toBe(404);
    await promote("Be brief.");
    expect((await get("/releases/production")).status).toBe(200);
    expect((await get("/releases/staging")).status).toBe(404);
    expect((await get("/releases/nowhere")).status).toBe(400);
    await test.call("POST", "/projects", { id: "q", name: "Q" });
    const unnamed = await get("/releases/production");
    expect([unnamed.status, (await unnamed.json()).message]).toEqual([400, "project: name one; there are several"]);
    expect((await get("/releases/production?project=nope")).status).toBe(404);
  });

  it("gives out nothing that is not what its manifest says", async () => {
    const { id } = await promote("Be brief.");
    test.studio.database.$client.prepare("update blobs set text = text || 'Sell.' where text like '%Be brief.%'").run();
    const answer = await get("/releases/production?project=p");
    expect(answer.status).toBe(503);
    expect((await answer.json()).message).toContain(`${id} does not verify`);
  });
});

describe("GET /api/releases/:channel/events", () => {
  it("tells the release that serves and then each new one, over a real connection", async () => {
    const first = await promote("Be brief.");
    const server = createServer(async (request, response) => {
      const leaving = new AbortController();
      response.on("close", () => leaving.abort());
      const answer = await handleApi(new Request(`http://127.0.0.1:3000${request.url}`, { signal: leaving.signal }), test.studio);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      for await (const chunk of answer.body ?? []) response.write(chunk);
      response.end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("the server has no port");
    const leaving = new AbortController();
    try {
      const stream = await fetch(`http://127.0.0.1:${address.port}/api/releases/production/events?project=p`, leaving);
      expect(stream.headers.get("content-type")).toContain("text/event-stream");
      const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      const untilTold = async (id: string) => {
        while (!text.includes(`"id":"${id}"`)) text += (await reader.read()).value ?? "";
      };
      await untilTold(first.id);
      const [second, third] = [await promote("Be kind."), await promote("Be kinder.")];
      await untilTold(third.id);
      expect(text.indexOf(first.id)).toBeLessThan(text.indexOf(`"id":"${second.id}"`));
      leaving.abort();
      while (watchers() > 0) await new Promise((resolve) => setTimeout(resolve, 2));
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
