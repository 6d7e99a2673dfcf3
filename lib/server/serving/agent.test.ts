import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { ContractRouterClient } from "@orpc/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createApiClient } from "@/lib/client/api";
import type { Contract } from "@/lib/contracts/api";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { delta, sendStream, startWireServer, type WireServer } from "@/lib/testing/wire-server";
import { handleApi } from "../http";
import { type AgentServer, startAgentServer } from "./agent-server";
import { type Mirrored, mirrorProduction } from "./mirror";
import { answerThrough } from "./node-handler";

let home: TestStudio;
let away: TestStudio;
let homeServer: Server;
let model: WireServer;
let agent: AgentServer;
let wait: Promise<void>;

beforeEach(async () => {
  wait = Promise.resolve();
  model = await startWireServer((response, body) => {
    const brief = JSON.stringify(body).includes("Be brief.");
    void wait.then(() => sendStream(response, [delta({ content: brief ? "Hi." : "Hello there." }), delta({}, "stop")]));
  });
  home = openTestStudio();
  away = openTestStudio();
  homeServer = createServer(
    (incoming, outgoing) => void answerThrough((request) => handleApi(request, home.studio), incoming, outgoing),
  );
  homeServer.listen(0, "127.0.0.1");
  await once(homeServer, "listening");
  await home.call("POST", "/projects", { id: "p", name: "P" });
  await home.call("PUT", "/endpoints/local", { id: "local", name: "Local", baseUrl: model.url, model: "m" });
  agent = await startAgentServer(away.studio, { host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  await agent.close();
  homeServer.closeAllConnections();
  homeServer.close();
  await Promise.all([home.close(), away.close(), model.close()]);
});

const remote = () => {
  const address = homeServer.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return createApiClient({ url: () => `http://127.0.0.1:${port}/api`, actor: () => "agent" }) as ContractRouterClient<Contract>;
};
/** Looks at the studio as an agent does whose endpoint is on the loopback. */
const look = (options: { withCommands?: boolean } = {}): Promise<Mirrored> =>
  mirrorProduction(away.studio, remote(), "p", { allowPrivate: true, ...options });
const promote = async (more: Record<string, string> = {}) => {
  const files = { ...SMALL_BUNDLE, ...more };
  const version: string = (await home.call("POST", "/projects/p/versions/import", { files })).body.version.hash;
  const expectedRelease = (await home.call("GET", "/projects/p/releases")).body[0]?.id ?? null;
  return (
    await home.call("POST", "/projects/p/releases/promote", {
      version,
      endpoint: "local",
      reason: "r",
      expectedRelease,
      ...OVERRIDDEN,
    })
  ).body;
};
const ask = async (path = "/api/respond") => {
  const response = await fetch(`${agent.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ project: "p", input: { comments: [{ text: "hi" }] } }),
  });
  return { status: response.status, text: await response.text() };
};

describe("an agent on another machine", () => {
  it("serves what the studio has in production, and the new release once it has looked again", async () => {
    const one = await promote();
    expect(await look()).toMatchObject({ changed: true, release: { id: one.id } });
    expect(JSON.parse((await ask()).text)).toMatchObject({ reply: "Hello there.", release: one.id, version: one.version });
    const two = await promote({ "prompt/02-more.md": "Be brief." });
    expect(JSON.parse((await ask()).text)).toMatchObject({ release: one.id });
    expect(await look()).toMatchObject({ changed: true, release: { id: two.id } });
    expect(await look()).toMatchObject({ changed: false });
    expect(JSON.parse((await ask()).text)).toMatchObject({ reply: "Hi.", release: two.id });
    const list = await fetch(`${agent.url}/api/projects/p/served`);
    expect(await list.json()).toMatchObject({ total: 3 });
  });
  it("goes on serving the last copy while the studio is away", async () => {
    await promote();
    await look();
    homeServer.closeAllConnections();
    homeServer.close();
    await expect(look()).rejects.toThrow();
    expect(JSON.parse((await ask()).text)).toMatchObject({ reply: "Hello there." });
  });
  it("takes no command along unless it is told to", async () => {
    const binding = { kind: "mcp", server: "tools", tool: "ask", schemaHash: "0".repeat(64) };
    const tool = { name: "ask", description: "Ask.", inputSchema: { type: "object" }, binding };
    await promote({ "tools/ask.json": JSON.stringify(tool) });
    const stdio = { id: "tools", name: "Tools", kind: "mcp-stdio", command: "node", args: [], environment: [], keyVariable: "" };
    await home.call("PUT", "/tool-services/tools", stdio);
    expect((await look()).refused).toEqual([expect.stringContaining("The tool service tools is not taken: it is started by")]);
    expect((await away.call("GET", "/tool-services")).body).toEqual([]);
    await look({ withCommands: true });
    expect((await away.call("GET", "/tool-services")).body).toMatchObject([{ id: "tools" }]);
  });
});

describe("the agent's server", () => {
  it("streams", async () => {
    await promote();
    await look();
    const { status, text } = await ask("/api/respond/stream");
    expect(status).toBe(200);
    expect(text).toContain('"event":"reply"');
  });
  it("has no pages and nothing else of the API", async () => {
    expect((await fetch(`${agent.url}/`)).status).toBe(404);
    expect((await fetch(`${agent.url}/api/endpoints`)).status).toBe(404);
    expect((await fetch(`${agent.url}/api/projects`, { method: "POST", body: "{}" })).status).toBe(404);
    expect((await fetch(`${agent.url}/api/health`)).status).toBe(200);
  });
  it("refuses a body that is too large", async () => {
    const response = await fetch(`${agent.url}/api/respond`, { method: "POST", body: "x".repeat(3_000_000) });
    expect(response.status).toBe(413);
  });
  it("lets a request under way end when it is closed", async () => {
    await promote();
    await look();
    let open = () => {};
    wait = new Promise((resolve) => {
      open = resolve;
    });
    const underway = ask();
    while (model.bodies.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = agent.close();
    open();
    expect(JSON.parse((await underway).text)).toMatchObject({ reply: "Hello there." });
    await closed;
    await expect(ask()).rejects.toThrow();
    agent = await startAgentServer(away.studio, { host: "127.0.0.1", port: 0 });
  });
});
