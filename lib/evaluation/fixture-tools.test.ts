import { expect, it } from "vitest";
import { FixtureTables } from "@/lib/contracts/case";
import type { Tool } from "@/lib/contracts/harness";
import type { JsonObject } from "@/lib/contracts/ids";
import { createFixtureTools } from "./fixture-tools";

const tool: Tool = {
  path: "tools/look.json",
  name: "look",
  description: "",
  inputSchema: { type: "object" },
  binding: { kind: "fixture", table: "catalogue" },
};
const tables = (entries: unknown) => FixtureTables.parse({ catalogue: entries });
const call = async (args: JsonObject, own: unknown, shared: unknown = []) =>
  (await createFixtureTools(tables(own), tables(shared)).call(tool, args, { timeoutMs: 100 })).outcome;

it("the first entry that fits wins, the case before the shared table", async () => {
  const shared = [{ match: { link: 3 }, result: "shared" }, { result: "any" }];
  expect(await call({ link: 3 }, [{ match: { link: 3 }, result: "own" }], shared)).toEqual({ ok: true, result: "own" });
  expect(await call({ link: 3 }, [], shared)).toEqual({ ok: true, result: "shared" });
  expect(await call({ link: 4 }, [], shared)).toEqual({ ok: true, result: "any" });
});

it("compares argument by argument: case and space, numbers and their strings, contains", async () => {
  const own = [{ match: { name: "Silk Scarf", link: 3, query: { contains: ["size", "尺码"] } }, result: 1 }];
  expect(await call({ name: " silk scarf ", link: "3", query: "What SIZE?" }, own)).toEqual({ ok: true, result: 1 });
  expect(await call({ name: "silk scarf", link: 3, query: ["什么尺码"] }, own)).toEqual({ ok: true, result: 1 });
  expect(await call({ name: "silk scarf", link: 3, query: "colour" }, own)).toMatchObject({
    ok: false,
    error: { type: "not-found" },
  });
  expect(await call({ name: "silk scarf", query: "size" }, own)).toMatchObject({ ok: false });
});

it("an empty string is not the number 0", async () => {
  expect(await call({ link: "" }, [{ match: { link: 0 }, result: 1 }])).toMatchObject({ ok: false });
});

it("a recorded failure comes back as that failure", async () => {
  const error = { type: "timeout", message: "no answer" };
  expect(await call({}, [{ error }])).toEqual({ ok: false, error });
});

it("what nothing answers is not found, with the arguments", async () => {
  expect(await call({ link: 9 }, [{ match: { link: 1 }, result: 1 }])).toEqual({
    ok: false,
    error: { type: "not-found", message: 'Nothing found for {"link":9}.' },
  });
});

it("passes a tool with an http or mcp binding on to the live transport, and no fixture", async () => {
  const live = { call: async () => ({ outcome: { ok: true as const, result: "live" }, durationMs: 3 }) };
  const tools = createFixtureTools(tables([{ result: "recorded" }]), {}, live);
  const http: Tool = {
    ...tool,
    binding: { kind: "http", method: "GET", url: "https://a.example/", headers: {}, result: "", maxBytes: 9 },
  };
  expect(await tools.call(http, {}, { timeoutMs: 100 })).toEqual({ outcome: { ok: true, result: "live" }, durationMs: 3 });
  expect((await tools.call(tool, {}, { timeoutMs: 100 })).outcome).toEqual({ ok: true, result: "recorded" });
  expect((await createFixtureTools({}, {}).call(http, {}, { timeoutMs: 100 })).outcome).toMatchObject({
    ok: false,
    error: { type: "unavailable" },
  });
});
