import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ToolService } from "@/lib/contracts/tool-service";
import type { Step } from "@/lib/contracts/trajectory";
import { runTask } from "@/lib/kernel/run-task";
import { harnessOf, taskOptions, toolFile } from "@/lib/testing/kernel-task";
import { calls, says, scriptedModel } from "@/lib/testing/scripted-model";
import { createToolTransport, type StudioTools } from "./tool-transport";

const OURS = fileURLToPath(new URL("../../testing/mcp-server.mjs", import.meta.url));

let server: Server;
let tools: StudioTools;
const services: ToolService[] = [];
let base = "";

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const path = url?.replace(/\?.*/, "");
    if (path === "/slow/3") return;
    if (path === "/reset/3") return void response.destroy();
    const status = { "/locked/3": 403, "/gone/3": 404, "/odd/3": 422 }[path ?? ""] ?? 200;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(path === "/broken/3" ? "{" : JSON.stringify({ asked: path }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const createdAt = "2026-11-30T00:00:00.000Z";
  services.push(
    ToolService.parse({ id: "web", name: "Web", kind: "http", url: base, allowPrivate: true, createdAt }),
    ToolService.parse({ id: "shop", name: "Shop", kind: "mcp-stdio", command: process.execPath, args: [OURS], createdAt }),
  );
  tools = createToolTransport({ services: () => services, env: process.env });
});
afterAll(async () => {
  await tools.close();
  server.closeAllConnections();
  server.close();
});

const http = (url: string) => ({ kind: "http", url });
const web = (name: string) => http(`${base}/${name}/{{ args.link }}`);

it("the policy reads the result or the typed error of every http and mcp tool", async () => {
  const shop = services.find((service) => service.id === "shop");
  if (!shop || shop.kind === "http") throw new Error("no shop");
  const { tools: listed } = await tools.listing(shop);
  const mcp = (tool: string, schemaHash = listed.get(tool)?.schemaHash ?? "0".repeat(64)) => ({
    kind: "mcp",
    server: "shop",
    tool,
    schemaHash,
  });
  const bindings: Record<string, object> = {
    good: web("good"),
    slow: web("slow"),
    reset: web("reset"),
    locked: web("locked"),
    gone: web("gone"),
    odd: web("odd"),
    broken: web("broken"),
    foreign: http("http://foreign.example/{{ args.link }}"),
    price: mcp("price"),
    drifted: mcp("price", "f".repeat(64)),
    missing: mcp("discount"),
    stranger: { ...mcp("price"), server: "stranger" },
  };
  const harness = harnessOf({
    "harness.yaml": "name: test\nlimits: {toolTimeoutMs: 1500, trajectoryTimeoutMs: 30000}\n",
    ...Object.fromEntries(Object.entries(bindings).map(([name, binding]) => [`tools/${name}.json`, toolFile(name, binding)])),
  });
  const model = scriptedModel([calls(...Object.keys(bindings).map((name) => [name, { link: 3 }] as const)), says("Done.")]);
  const trajectory = await runTask(taskOptions({ harness, model, tools }));

  const outcomes = trajectory.steps
    .filter((step): step is Extract<Step, { type: "tool-call" }> => step.type === "tool-call")
    .map(({ tool, outcome }) => [tool, outcome.ok ? outcome.result : outcome.error.type]);
  expect(Object.fromEntries(outcomes)).toEqual({
    good: { asked: "/good/3" },
    slow: "timeout",
    reset: "unavailable",
    locked: "permission-denied",
    gone: "not-found",
    odd: "invalid-arguments",
    broken: "malformed",
    foreign: "permission-denied",
    price: { price: 6 },
    drifted: "schema-drift",
    missing: "unavailable",
    stranger: "permission-denied",
  });
  const read = model.requests[1]?.messages.filter((message) => message.role === "tool").map(({ content }) => content);
  expect(read).toHaveLength(12);
  expect(
    read?.filter((content) => /timeout|schema-drift|permission-denied|malformed|not-found/.test(String(content))),
  ).toHaveLength(7);
});
