import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { handleApi } from "../http";
import { activeRelease } from "./active-release";

let studio: TestStudio;
beforeEach(() => {
  studio = openTestStudio();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await studio.close();
});

const TOOL = {
  ...{ name: "price", description: "The price.", inputSchema: { type: "object" } },
  binding: { kind: "fixture", table: "price" },
};
const promoted = async (project: string, endpoint = "embedded") => {
  await studio.call("POST", "/projects", { id: project, name: project });
  const files = { ...SMALL_BUNDLE, "tools/price.json": JSON.stringify(TOOL) };
  const version: string = (await studio.call("POST", `/projects/${project}/versions/import`, { files })).body.version.hash;
  const body = { version, endpoint, reason: "r", expectedRelease: null, ...OVERRIDDEN };
  expect((await studio.call("POST", `/projects/${project}/releases/promote`, body)).status).toBe(200);
};
const question = (project: string) => ({ project, input: { comments: [{ text: "hello" }] } });
const ask = async (project: string, times: number) => {
  for (let turn = 0; turn < times; turn++) expect((await studio.call("POST", "/respond", question(project))).status).toBe(200);
};
const stream = (project: string) =>
  handleApi(
    new Request("http://127.0.0.1:3000/api/respond/stream", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question(project)),
    }),
    studio.studio,
  );
const kept = async (project: string): Promise<number> =>
  (await studio.call("GET", `/projects/${project}/served?limit=1`)).body.total;
const untilReported = () => vi.waitFor(() => expect(studio.reported).not.toEqual([]), { timeout: 10_000 });

test("each project keeps its newest served requests, however others take turns with it", async () => {
  vi.stubEnv("STUDIO_SERVED_KEPT", "3");
  await promoted("a");
  await promoted("b");
  for (let turn = 0; turn < 201; turn++) {
    await ask("a", 1);
    await ask("b", 1);
  }
  expect([await kept("a"), await kept("b")]).toEqual([3, 3]);
});

test("what an earlier process left is pruned with the first request", async () => {
  await promoted("a");
  await ask("a", 5);
  const { dataFolder } = studio.studio;
  vi.stubEnv("STUDIO_SERVED_KEPT", "2");
  const next = openTestStudio({ dataFolder });
  expect((await next.call("POST", "/respond", question("a"))).status).toBe(200);
  expect((await next.call("GET", "/projects/a/served?limit=1")).body.total).toBe(2);
  await next.studio.close();
});

test.each(["20k", "0", "-5", "1.5"])("a number to keep of %j is reported once, and requests are served", async (given) => {
  vi.stubEnv("STUDIO_SERVED_KEPT", given);
  await promoted("a");
  await ask("a", 201);
  expect(studio.reported.map(String)).toEqual([expect.stringContaining("STUDIO_SERVED_KEPT must be a whole number from 1")]);
  expect(await kept("a")).toBe(201);
});

test("a request that cannot be stored is reported, though nobody listens any more", async () => {
  await promoted("a");
  studio.studio.database.$client.exec("drop table served");
  const response = await stream("a");
  expect(response.status).toBe(200);
  await response.body?.cancel();
  await untilReported();
  expect(studio.studio.gate.serving).toBe(0);
});

test("a request that cannot be stored is told to who listens, in no words of the database", async () => {
  await promoted("a");
  studio.studio.database.$client.exec("drop table served");
  const text = await (await stream("a")).text();
  expect(text).toContain("Something went wrong inside the studio");
  expect(text).not.toContain("no such table");
  await untilReported();
});

test("a stream is refused with a status where the endpoint's key is not set", async () => {
  const endpoint = { id: "keyed", name: "K", baseUrl: "http://127.0.0.1:9/v1", model: "m", keyVariable: "STUDIO_TEST_NO_KEY" };
  await studio.call("PUT", "/endpoints/keyed", endpoint);
  await promoted("a", "keyed");
  expect((await stream("a")).status).toBe(409);
  expect(studio.studio.gate.serving).toBe(0);
});

test("FAQ and recorded returns are read once, and again where they have changed", async () => {
  await promoted("a");
  const cases = (price: number) =>
    `${JSON.stringify({ shared: { price: [{ result: { price } }] } })}\n${JSON.stringify({
      ...{ id: "c1", category: "price", input: { comments: [{ text: "how much?" }] } },
      checks: [{ id: "length", metric: "accuracy", kind: "reply-length", min: 1, max: 2_000 }],
    })}\n`;
  const importCases = (price: number, name = "dev") =>
    studio.call("POST", "/projects/a/datasets/import", { name, role: "dev", text: cases(price) });
  const saveFaq = (answer: string) => studio.call("PUT", "/projects/a/faq", { entries: [{ question: "q", answer }] });
  expect((await importCases(1)).status).toBe(200);
  await saveFaq("one");
  const [first, second] = [activeRelease(studio.studio, "a"), activeRelease(studio.studio, "a")];
  expect(first).toMatchObject({ faq: [{ answer: "one" }], recorded: { price: [{ result: { price: 1 } }] } });
  expect(second.faq).toBe(first.faq);
  expect(second.recorded).toBe(first.recorded);
  await saveFaq("two");
  await importCases(2);
  expect(activeRelease(studio.studio, "a")).toMatchObject({
    faq: [{ answer: "two" }],
    recorded: { price: [{ result: { price: 2 } }] },
  });
  await importCases(3, "newer");
  expect(activeRelease(studio.studio, "a").recorded).toMatchObject({ price: [{ result: { price: 3 } }] });
});
