import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ToolService } from "@/lib/contracts/tool-service";
import { childServers, remoteService, SHOP, serverTools, stdioService } from "@/lib/testing/mcp-servers";
import { createToolTransport } from "./tool-transport";

const KEY = "correct-horse-battery";
const env = { ...process.env, SHOP_KEY: KEY, WRONG_KEY: "wrong-horse-battery" };
const servers = childServers();
const services: ToolService[] = [];
const tools = createToolTransport({ services: () => services, env });
const { listing, call, toolOf, pinned } = serverTools(tools, services);

beforeAll(async () => {
  const [open, locked] = await Promise.all([
    servers.start([SHOP, "http"], {}, /listening (\S+)/),
    servers.start([SHOP, "http"], { MCP_TEST_KEY: KEY }, /listening (\S+)/),
  ]);
  services.push(
    stdioService("stdio", [SHOP]),
    remoteService("http", open),
    remoteService("locked", locked, { keyVariable: "SHOP_KEY" }),
    remoteService("locked-out", locked, { keyVariable: "WRONG_KEY" }),
    remoteService("not-allowed", open, { allowPrivate: false }),
    remoteService("nobody", "http://127.0.0.1:9/mcp"),
  );
});
afterAll(async () => {
  await tools.close();
  servers.end();
});

describe.each(["stdio", "http"])("a server of revision 2026-07-28 over %s", (server) => {
  it("tells its revision and its name", async () =>
    expect(await listing(server)).toMatchObject({
      revision: "2026-07-28",
      serverName: "shop",
      serverVersion: "1.2.3",
    }));
  it("answers", async () => expect(await call(server, "price", { link: 4 })).toEqual({ ok: true, result: { price: 8 } }));
  it("has its failure told with its words", async () =>
    expect(await call(server, "fail")).toEqual({
      ok: false,
      error: { type: "unavailable", message: "The tool failed: the till is closed" },
    }));
  it("is given up at the time limit and goes on", async () => {
    expect(await call(server, "slow", {}, 300)).toMatchObject({ ok: false, error: { type: "timeout" } });
    expect(await call(server, "price", { link: 1 })).toMatchObject({ ok: true });
  });
  it("cannot fill the memory", async () =>
    expect(await call(server, "huge")).toMatchObject({
      ok: false,
      error: { type: expect.stringMatching(/unavailable|malformed|timeout/) },
    }));
  it("is not asked for a tool that it has no more", async () =>
    expect(await call(server, "discount")).toMatchObject({ ok: false, error: { type: "unavailable" } }));
  it("has the call given up when the caller gives up", async () => {
    const tool = await toolOf(server, "slow");
    const controller = new AbortController();
    const answer = tools.call(tool, {}, { timeoutMs: 20_000, signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    expect((await answer).durationMs).toBeLessThan(10_000);
  });
  it("is not used once its schema is another than the pinned one", async () => {
    const before = await toolOf(server, "price");
    expect(await call(server, "change")).toEqual({ ok: true, result: "changed" });
    await expect
      .poll(async () => (await tools.call(before, { link: 4 }, { timeoutMs: 5_000 })).outcome, { timeout: 10_000 })
      .toMatchObject({ ok: false, error: { type: "schema-drift", message: expect.stringContaining("price") } });
  });
});

describe("a server over HTTP", () => {
  it("is sent its key", async () =>
    expect(await call("locked", "price", { link: 3 })).toEqual({ ok: true, result: { price: 6 } }));
  it("that refuses access is permission denied, without the key in the message", async () => {
    const outcome = (await tools.call(pinned("locked-out", "price"), {}, { timeoutMs: 5_000 })).outcome;
    expect(outcome).toMatchObject({ ok: false, error: { type: "permission-denied" } });
    expect(JSON.stringify(outcome)).not.toContain("wrong-horse");
  });
  it("at a private address is refused without leave", async () =>
    expect((await tools.call(pinned("not-allowed", "price"), {}, { timeoutMs: 5_000 })).outcome).toMatchObject({
      ok: false,
      error: { type: "permission-denied" },
    }));
  it("that nobody runs is unavailable", async () =>
    expect((await tools.call(pinned("nobody", "price"), {}, { timeoutMs: 5_000 })).outcome).toMatchObject({
      ok: false,
      error: { type: "unavailable" },
    }));
  it("that the settings do not name is permission denied", async () =>
    expect((await tools.call(pinned("unnamed", "price"), {}, { timeoutMs: 5_000 })).outcome).toMatchObject({
      ok: false,
      error: { type: "permission-denied" },
    }));
});
