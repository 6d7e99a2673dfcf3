import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, describe, expect, it } from "vitest";
import type { ToolService } from "@/lib/contracts/tool-service";
import { EVERYTHING, SHOP, serverTools, stdioService } from "@/lib/testing/mcp-servers";
import { createToolTransport } from "./tool-transport";

const KEY = "secret-abcdefghij-0123456789";
const env = { ...process.env, SHOP_REGION: "north-by-northwest", SHOP_KEY: KEY };
const TALKATIVE = `
  const key = process.env.SHOP_KEY;
  process.stderr.write("x".repeat(50) + key + "y".repeat(1975) + key + "THE REAL ERROR");
  setTimeout(() => process.exit(1), 200);`;
const services: ToolService[] = [
  stdioService("shop", [SHOP], { environment: ["SHOP_REGION"] }),
  stdioService("everything", [EVERYTHING, "stdio"]),
  stdioService("no-program", ["-e", "console.error('cannot find the database'); process.exit(3)"]),
  stdioService("talkative", ["-e", TALKATIVE], { keyVariable: "SHOP_KEY" }),
];
const tools = createToolTransport({ services: () => services, env });
const { listing, call } = serverTools(tools, services);
afterAll(() => tools.close());

describe("a child process", () => {
  it("has PATH, HOME and the named variables in its environment, and their values do not come back", async () => {
    const outcome = await call("shop", "environment");
    const seen = outcome.ok && typeof outcome.result === "object" ? outcome.result : {};
    expect(Object.keys(seen ?? {}).sort()).toEqual(["HOME", "PATH", "SHOP_REGION"]);
    expect(JSON.stringify(outcome)).not.toContain("north-by-northwest");
  });
  it("that crashes fails the call, and the next one begins anew", async () => {
    expect(await call("shop", "crash")).toMatchObject({ ok: false, error: { type: "unavailable" } });
    expect(await call("shop", "price", { link: 2 })).toEqual({ ok: true, result: { price: 4 } });
  });
  it("that does not come up is told with its last words", async () =>
    await expect(listing("no-program")).rejects.toMatchObject({
      type: "unavailable",
      message: expect.stringContaining("cannot find the database"),
    }));
  it("that said much is told with the end of it, without any part of its key", async () => {
    const error: unknown = await listing("talkative").catch((reason: unknown) => reason);
    const message = error instanceof Error ? error.message : "";
    expect(message).toMatch(/^The server talkative ended: …y+•••THE REAL ERROR$/);
    expect(message.length).toBeLessThan(350);
  });
  it("is gone after close", async () => {
    const own = createToolTransport({ services: () => services, env });
    await serverTools(own, services).listing("everything");
    expect(await childCount()).toBe(1);
    await own.close();
    await expect.poll(childCount, { timeout: 10_000 }).toBe(0);
  });
  it("is gone after a time without a call, and comes back for the next one", async () => {
    const own = createToolTransport({ services: () => services, env, idleMs: 200 });
    const idle = serverTools(own, services);
    await idle.listing("everything");
    await expect.poll(childCount, { timeout: 10_000 }).toBe(0);
    expect(await idle.call("everything", "echo", { message: "again" })).toEqual({ ok: true, result: "Echo: again" });
    await own.close();
  });
});

async function childCount(): Promise<number> {
  const ps = spawn("ps", ["--ppid", String(process.pid), "-o", "args="]);
  let text = "";
  ps.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(ps, "close");
  return text.split("\n").filter((line) => line.includes(EVERYTHING) && line.includes("stdio")).length;
}
