/**
 * A small MCP server for revision 2026-07-28, over stdio (`node mcp-server.mjs`) or over streamable HTTP on a free loopback
 * port (`node mcp-server.mjs http`, which prints `listening <url>`). Its tool `change` gives the tool `price` another schema.
 */
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const required = process.env.MCP_TEST_KEY ?? "";
let changed = false;
let notify = () => {};

const objectOf = (properties, needed = Object.keys(properties)) =>
  fromJsonSchema({ type: "object", properties, required: needed, additionalProperties: false });
const text = (value) => ({ content: [{ type: "text", text: value }] });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function newServer() {
  const server = new McpServer({ name: "shop", version: "1.2.3" }, { capabilities: { tools: { listChanged: true } } });
  const description = () => (changed ? "Price of a product in euro." : "Price of a product.");
  const schema = () => objectOf(changed ? { sku: { type: "string" } } : { link: { type: "integer" } });
  const price = server.registerTool(
    "price",
    {
      description: description(),
      inputSchema: schema(),
      outputSchema: objectOf({ price: { type: "number" } }),
    },
    async ({ link }) => ({ content: [{ type: "text", text: `costs ${link}` }], structuredContent: { price: link * 2 } }),
  );
  server.registerTool("change", { description: "Changes the schema of price.", inputSchema: objectOf({}) }, async () => {
    changed = true;
    price.update({ description: description(), paramsSchema: schema() });
    notify();
    return text("changed");
  });
  server.registerTool("slow", { description: "Takes long.", inputSchema: objectOf({}) }, async () => {
    await pause(20_000);
    return text("done");
  });
  server.registerTool("fail", { description: "Fails.", inputSchema: objectOf({}) }, async () => ({
    ...text("the till is closed"),
    isError: true,
  }));
  server.registerTool("crash", { description: "Ends the server.", inputSchema: objectOf({}) }, async () => {
    process.exit(7);
  });
  server.registerTool("huge", { description: "Answers at length.", inputSchema: objectOf({}) }, async () =>
    text("x".repeat(6_000_000)),
  );
  server.registerTool("environment", { description: "Names of its variables.", inputSchema: objectOf({}) }, async () =>
    text(JSON.stringify(process.env)),
  );
  return server;
}

if (process.argv[2] === "http") {
  const handler = createMcpHandler(newServer);
  notify = () => handler.notify.toolsChanged();
  const server = createServer(async (incoming, outgoing) => {
    if (required !== "" && incoming.headers.authorization !== `Bearer ${required}`) {
      outgoing.writeHead(403).end(`no entry with ${incoming.headers.authorization}`);
      return;
    }
    const controller = new AbortController();
    outgoing.on("close", () => controller.abort());
    const hasBody = incoming.method !== "GET" && incoming.method !== "HEAD";
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method,
      headers: incoming.headers,
      ...(hasBody && { body: Readable.toWeb(incoming), duplex: "half" }),
      signal: controller.signal,
    });
    const response = await handler.fetch(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body)
      Readable.fromWeb(response.body)
        .on("error", () => {})
        .pipe(outgoing);
    else outgoing.end();
  });
  server.listen(0, "127.0.0.1", () => process.stdout.write(`listening http://127.0.0.1:${server.address().port}/mcp\n`));
} else {
  serveStdio(newServer);
}
