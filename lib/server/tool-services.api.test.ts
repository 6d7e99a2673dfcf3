import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ToolServiceInput } from "@/lib/contracts/tool-service";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { createCaller } from "./caller";

const OURS = fileURLToPath(new URL("../testing/mcp-server.mjs", import.meta.url));
const SHOP = { name: "Shop", kind: "mcp-stdio", command: process.execPath, args: [OURS] };

let studio: TestStudio;
beforeEach(() => {
  studio = openTestStudio();
});
afterEach(() => studio.close());

const put = (id: string, body: object) => studio.call("PUT", `/tool-services/${id}`, body);

describe("a tool service", () => {
  it("is made, listed, changed and removed, each with its audit event", async () => {
    expect(
      await put("web", { name: "Web", kind: "http", url: "https://shop.example/v1", keyVariable: "NOT_SET_ANYWHERE" }),
    ).toMatchObject({
      status: 200,
      body: { id: "web", keyHeader: "authorization", allowPrivate: false },
    });
    await put("web", { name: "Shop API", kind: "http", url: "https://shop.example/v2" });
    await put("shop", SHOP);
    expect((await studio.call("GET", "/tool-services")).body).toMatchObject([
      { id: "web", name: "Shop API", url: "https://shop.example/v2", keyPresent: true },
      { id: "shop", kind: "mcp-stdio", args: [OURS], environment: [], keyPresent: true },
    ]);
    expect((await studio.call("DELETE", "/tool-services/web")).body).toEqual({ removed: true });
    expect((await studio.call("DELETE", "/tool-services/web")).status).toBe(404);
    const { body } = await studio.call("GET", "/audit");
    expect(body.items.map((event: { action: string; subject: string }) => `${event.action} ${event.subject}`)).toEqual([
      "tool-service-removed tool-service:web",
      "tool-service-created tool-service:shop",
      "tool-service-changed tool-service:web",
      "tool-service-created tool-service:web",
    ]);
  });

  it("starts no program for a studio that others can reach, unless that is allowed", async () => {
    const stdio = { name: "Local", kind: "mcp-stdio", command: process.execPath, args: ["-e", "0"] };
    const refused = { status: 403, body: { message: expect.stringContaining("STUDIO_MCP_COMMANDS") } };
    try {
      process.env.STUDIO_ALLOWED_HOSTS = "studio.example";
      expect(await put("local", stdio)).toMatchObject(refused);
      delete process.env.STUDIO_ALLOWED_HOSTS;
      process.env.STUDIO_HOST = "0.0.0.0";
      // People sign in there; this is who sits at the machine.
      const { toolServices } = createCaller(studio.studio, "ada");
      const save = () => toolServices.save(ToolServiceInput.parse({ id: "local", ...stdio }));
      await expect(save()).rejects.toThrow("STUDIO_MCP_COMMANDS");
      process.env.STUDIO_MCP_COMMANDS = "1";
      await save();
      process.env.STUDIO_MCP_COMMANDS = "0";
      await expect(toolServices.discover({ id: "local" })).rejects.toThrow("STUDIO_MCP_COMMANDS");
    } finally {
      delete process.env.STUDIO_HOST;
      delete process.env.STUDIO_ALLOWED_HOSTS;
      delete process.env.STUDIO_MCP_COMMANDS;
    }
  });

  it("has no key in its address, and says whether its variable is set", async () => {
    expect((await put("web", { name: "Web", kind: "http", url: "https://user:pw@shop.example/" })).status).toBe(400);
    expect((await put("web", { name: "Web", kind: "http", url: "https://shop.example/?key=1" })).status).toBe(400);
    expect((await put("web", { name: "Web", kind: "http", url: "file:///etc/passwd" })).status).toBe(400);
    await put("web", { name: "Web", kind: "http", url: "https://shop.example/", keyVariable: "NOT_SET_ANYWHERE" });
    expect((await studio.call("GET", "/tool-services")).body).toMatchObject([{ keyPresent: false }]);
  });
});

describe("discovery", () => {
  it("brings tool files that parse without a problem", async () => {
    await put("shop", SHOP);
    const { status, body } = await studio.call("POST", "/tool-services/shop/discover", {});
    expect([status, body.serverName, body.serverVersion, body.revision]).toEqual([200, "shop", "1.2.3", "2026-07-28"]);
    expect(Object.keys(body.files)).toContain("tools/price.json");
    expect(JSON.parse(body.files["tools/price.json"]).binding).toMatchObject({ kind: "mcp", server: "shop", tool: "price" });
    const checked = await studio.call("POST", "/harness/check", { files: { ...SMALL_BUNDLE, ...body.files } });
    expect(checked.body.diagnostics).toEqual([]);
  });

  it("of a server that is not there, of an http service or of nothing, says so", async () => {
    await put("gone", { name: "Gone", kind: "mcp-stdio", command: "/no/such/program" });
    await put("web", { name: "Web", kind: "http", url: "https://shop.example/" });
    for (const [id, expected] of [
      ["gone", 400],
      ["web", 400],
      ["nobody", 404],
    ] as const) {
      const { status, body } = await studio.call("POST", `/tool-services/${id}/discover`, {});
      expect([id, status, typeof body.message]).toEqual([id, expected, "string"]);
    }
    expect(studio.reported).toEqual([]);
  });
});

describe("drift", () => {
  it("is told for each mcp tool of a version, with the file brought up to date", async () => {
    await put("shop", SHOP);
    await studio.call("POST", "/projects", { id: "p", name: "P" });
    const { files } = (await studio.call("POST", "/tool-services/shop/discover", {})).body;
    const old = JSON.parse(files["tools/price.json"]);
    const rebound = (name: string, change: object) => JSON.stringify({ ...old, name, binding: { ...old.binding, ...change } });
    const bundle = {
      ...SMALL_BUNDLE,
      "tools/price.json": files["tools/price.json"],
      "tools/old_price.json": rebound("old_price", { schemaHash: "f".repeat(64) }),
      "tools/discount.json": rebound("discount", { tool: "discount" }),
      "tools/other.json": rebound("other", { server: "other" }),
      "tools/dead.json": rebound("dead", { server: "dead" }),
      "tools/fixture.json": JSON.stringify({ ...old, name: "fixture", binding: { kind: "fixture", table: "t" } }),
    };
    await put("dead", { name: "Dead", kind: "mcp-stdio", command: "/no/such/program" });
    const { hash } = (await studio.call("POST", "/projects/p/versions/import", { files: bundle })).body.version;
    expect((await studio.call("GET", `/projects/p/versions/${hash}/drift`)).status).not.toBe(200);
    const { body } = await studio.call("POST", `/projects/p/versions/${hash}/drift`, {});
    const states = body.map(({ tool, state }: { tool: string; state: string }) => [tool, state]);
    expect(Object.fromEntries(states)).toEqual({
      price: "same",
      old_price: "drifted",
      discount: "missing",
      other: "unknown-server",
      dead: "unreachable",
    });
    const drifted = body.find(({ tool }: { tool: string }) => tool === "old_price");
    expect(JSON.parse(drifted.file)).toEqual({ ...old, name: "old_price" });
  });
});
