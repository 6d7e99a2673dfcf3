import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";
import { handleApi } from "./http";

let studio: TestStudio;
beforeEach(() => {
  studio = openTestStudio();
});
afterEach(() => studio.close());

const page = async (path: string) => handleApi(new Request(`http://localhost:3000/api${path}`), studio.studio);

test("the specification names every operation under its path", async () => {
  const spec = await (await page("/spec.json")).json();
  expect(spec.openapi).toMatch(/^3\.1/);
  expect(Object.keys(spec.paths)).toContain("/projects/{project}/versions/{version}/save");
  expect(spec.paths["/projects/{project}/runs"].post.tags).toEqual(["Runs"]);
});

test("the page shows every operation and loads nothing from elsewhere", async () => {
  const response = await page("");
  expect(response.headers.get("content-type")).toMatch(/text\/html/);
  const html = await response.text();
  expect(html).toContain("/api/projects/{project}/runs/compare");
  expect(html).not.toMatch(/<script|https?:\/\/(?!localhost)/);
});

test("a path that is no operation is 404 and says where to look", async () => {
  const { status, body } = await studio.call("GET", "/nothing/here");
  expect([status, body.message]).toEqual([404, "There is no such operation. /api lists them."]);
});

test("another host name is refused", async () => {
  const response = await handleApi(new Request("http://evil.example/api/projects"), studio.studio);
  expect(response.status).toBe(403);
});

test("an actor that is not percent-encoded UTF-8 is refused by the header's name", async () => {
  const request = new Request("http://localhost/api/projects", { headers: { "x-studio-actor": "%E4%BD" } });
  const response = await handleApi(request, studio.studio);
  expect([response.status, (await response.json()).message]).toEqual([400, expect.stringMatching(/x-studio-actor/)]);
});

test("an internal message never reaches the caller, and is reported", async () => {
  studio.studio.database.$client.exec("drop table audit_events");
  const { status, body } = await studio.call("GET", "/audit");
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toMatch(/audit_events|no such table/);
  expect(String(studio.reported[0])).toMatch(/audit_events/);
});

test("a body that is no JSON is 400", async () => {
  const request = new Request("http://localhost/api/projects", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{",
  });
  expect((await handleApi(request, studio.studio)).status).toBe(400);
});

test("health answers with version and schema", async () => {
  expect((await studio.call("GET", "/health")).body).toMatchObject({ ok: true, schema: 6, dataFolder: studio.studio.dataFolder });
});

test("a key of the environment is in no answer, not in the specification and not in the database", async () => {
  const secret = "sk-very-secret-0123456789";
  process.env.STUDIO_TEST_KEY = secret;
  try {
    const endpoint = { name: "GPU box", baseUrl: "http://127.0.0.1:9/v1", model: "m", keyVariable: "STUDIO_TEST_KEY" };
    const saved = await studio.call("PUT", "/endpoints/gpu", endpoint);
    expect(saved.status).toBe(200);
    const tested = await studio.call("POST", "/endpoints/test", {
      baseUrl: endpoint.baseUrl,
      model: "m",
      keyVariable: "STUDIO_TEST_KEY",
    });
    const listed = await studio.call("GET", "/endpoints");
    expect(listed.body.find((one: { id: string }) => one.id === "gpu").keyPresent).toBe(true);
    const spec = await (await page("/spec.json")).text();
    studio.studio.database.$client.pragma("wal_checkpoint(TRUNCATE)");
    const stored = readFileSync(join(studio.studio.dataFolder, "studio.sqlite"), "latin1");
    for (const text of [JSON.stringify([saved, tested, listed]), spec, stored]) expect(text).not.toContain(secret);
  } finally {
    delete process.env.STUDIO_TEST_KEY;
  }
});

test("a base URL with a password in it is refused by its field", async () => {
  const { status, body } = await studio.call("PUT", "/endpoints/x", { name: "X", baseUrl: "http://u:p@host/v1", model: "m" });
  expect([status, body.message]).toEqual([400, expect.stringMatching(/^baseUrl: /)]);
});

test("the embedded policy cannot be removed or changed", async () => {
  expect((await studio.call("DELETE", "/endpoints/embedded")).status).toBe(400);
  expect((await studio.call("PUT", "/endpoints/embedded", { name: "X", baseUrl: "http://h/v1", model: "m" })).status).toBe(400);
});

test("the test of an endpoint that is down says what failed and skips the rest", async () => {
  const { body } = await studio.call("POST", "/endpoints/test", { baseUrl: "http://127.0.0.1:9/v1", model: "m" });
  const states = body.steps.map((step: { state: string }) => step.state);
  expect([body.ok, states.indexOf("failed"), states.at(-1)]).toEqual([false, 1, "skipped"]);
});

test("the test of the embedded policy passes", async () => {
  const { body } = await studio.call("POST", "/endpoints/test", { embedded: true, baseUrl: "", model: "embedded-policy" });
  expect(body.steps.filter((step: { state: string }) => step.state !== "passed")).toEqual([]);
});
