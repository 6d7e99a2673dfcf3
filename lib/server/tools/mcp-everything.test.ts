import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ToolService } from "@/lib/contracts/tool-service";
import { childServers, EVERYTHING, freePort, remoteService, serverTools, stdioService } from "@/lib/testing/mcp-servers";
import { createToolTransport } from "./tool-transport";

const servers = childServers();
const services: ToolService[] = [];
const tools = createToolTransport({ services: () => services, env: process.env });
const { listing, call } = serverTools(tools, services);

beforeAll(async () => {
  const port = await freePort();
  await servers.start([EVERYTHING, "streamableHttp"], { PORT: String(port) }, /listening on port/);
  services.push(stdioService("stdio", [EVERYTHING, "stdio"]), remoteService("http", `http://127.0.0.1:${port}/mcp`));
});
afterAll(async () => {
  await tools.close();
  servers.end();
});

describe.each(["stdio", "http"])("server-everything (2025-11-25) over %s", (server) => {
  it("tells its revision, its name and its tools", async () => {
    const found = await listing(server);
    expect(found).toMatchObject({ revision: "2025-11-25", serverName: expect.stringContaining("everything") });
    expect([...found.tools.keys()]).toContain("echo");
  });
  it("answers in text", async () =>
    expect(await call(server, "echo", { message: "hello" })).toEqual({ ok: true, result: "Echo: hello" }));
  it("answers in structured content, which comes before the text", async () =>
    expect(await call(server, "get-structured-content", { location: "Chicago" })).toEqual({
      ok: true,
      result: { temperature: 36, conditions: "Light rain / drizzle", humidity: 82 },
    }));
  it("has pictures left out with a note", async () =>
    expect(JSON.stringify(await call(server, "get-tiny-image"))).toMatch(/\[image \(image\/png\) left out\]/));
  it("gives the studio's mistakes back as invalid arguments", async () =>
    expect(await call(server, "echo", { text: 1 })).toMatchObject({ ok: false, error: { type: "invalid-arguments" } }));
  it("is given up at the time limit, and goes on", async () => {
    expect(await call(server, "trigger-long-running-operation", { duration: 20, steps: 2 }, 500)).toMatchObject({
      ok: false,
      error: { type: "timeout" },
    });
    expect(await call(server, "echo", { message: "still here" })).toEqual({ ok: true, result: "Echo: still here" });
  });
});
