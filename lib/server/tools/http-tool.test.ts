import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tool } from "@/lib/contracts/harness";
import { HttpBinding } from "@/lib/contracts/harness";
import type { JsonObject } from "@/lib/contracts/ids";
import { ToolService } from "@/lib/contracts/tool-service";
import type { Resolver } from "./guarded-agent";
import { createToolTransport, type StudioTools } from "./tool-transport";

const KEY = "correct-horse-battery";
const OTHER_KEY = "wrong-donkey-staple";
const SLASH_KEY = "sk/live+abc/123";
const BASIC_KEY = `Basic ${Buffer.from("room:open-sesame").toString("base64")}`;
const env = { SHOP_KEY: KEY, OTHER_KEY, SLASH_KEY, BASIC_KEY };

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;
const open: Server[] = [];
/** What the servers were asked, as `method url`. */
let seen: { line: string; headers: IncomingMessage["headers"]; body: string }[] = [];

async function serve(handler: Handler): Promise<string> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      handler(request, response, body);
    });
  }).listen(0, "127.0.0.1");
  open.push(server);
  await once(server, "listening");
  const address = server.address();
  return `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(value));
const to = (response: ServerResponse, location: string, status = 302) => response.writeHead(status, { location }).end();

let shop = "";
let other = "";
let services: ToolService[] = [];
let resolve: Resolver = async () => [];
let tools: StudioTools;

const answers: Record<string, Handler> = {
  "/api/price": (_, response) => json(response, { data: { price: 5, "a/b": [1, 2] } }),
  "/api/text": (_, response) => response.writeHead(200, { "content-type": "text/plain" }).end("in stock"),
  "/api/echo": ({ headers }, response, body) => json(response, { headers, body }),
  "/api/broken": (_, response) => response.writeHead(200, { "content-type": "application/json" }).end('{"price": '),
  "/api/html": (_, response) => response.writeHead(200, { "content-type": "image/png" }).end("x"),
  "/api/zipped": (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
  "/api/slow": () => {},
  "/api/drip": (_, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    const timer = setInterval(() => response.write("x"), 50);
    response.on("close", () => clearInterval(timer));
  },
  "/api/huge": (_, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    const more = () => {
      while (response.write("x".repeat(65_536)));
    };
    response.on("drain", more);
    more();
  },
  "/api/reset": (request) => request.socket.resetAndDestroy(),
  "/api/half": ({ socket }, response) => {
    response.writeHead(200, { "content-length": "100", "content-type": "text/plain" });
    response.write("half");
    setTimeout(() => socket.destroy(), 20);
  },
  "/api/deep": (_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(`${"[".repeat(80)}1${"]".repeat(80)}`),
  "/api/to-price": (_, response) => to(response, "/api/price"),
  "/api/to-admin": (_, response) => to(response, "/admin"),
  "/api/to-other": (_, response) => to(response, `http://${other}/open/echo`),
  "/api/to-other-with-key": ({ headers }, response) =>
    to(response, `http://${other}/open/echo?stolen=${encodeURIComponent(String(headers.authorization))}`),
  "/api/to-foreign": (_, response) => to(response, "http://foreign.example/x"),
  "/api/to-metadata": (_, response) => to(response, "http://169.254.169.254/latest/meta-data"),
  "/api/to-file": (_, response) => to(response, "file:///etc/passwd"),
  "/api/to-itself": (_, response) => to(response, "/api/to-itself"),
  "/api/post-303": (_, response) => to(response, "/api/echo", 303),
  "/api/post-307-other": (_, response) => to(response, `http://${other}/open/echo`, 307),
};

/** Answers with the key that it was sent, in ways that hide it from a search of the text. */
const echoing: Handler = ({ headers, url }, response) => {
  const key = String(headers.authorization).replace(/^\w+ /, "");
  const unicode = [...key].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
  const status = url?.includes("refuse") ? 403 : 200;
  if (url?.includes("type")) response.writeHead(200, { "content-type": `x/${key}` }).end("x");
  else if (url?.includes("text")) response.writeHead(status, { "content-type": "text/plain" }).end(`you sent ${key}`);
  else {
    const decoded = JSON.stringify(Buffer.from(key, "base64").toString());
    response.writeHead(status, { "content-type": "application/json" });
    response.end(`{"slash": "${key.replaceAll("/", "\\/")}", "unicode": "${unicode}", "${unicode}": 1, "decoded": ${decoded}}`);
  }
};

beforeAll(async () => {
  shop = await serve((request, response, body) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    const status = /^\/api\/status\/(\d+)$/.exec(pathname)?.[1];
    if (status) return json(response, { error: `no, ${request.headers.authorization}` }, Number(status));
    if (/^\/(?:slash|basic)\//.test(pathname)) return echoing(request, response, body);
    const answer = answers[pathname];
    if (answer) answer(request, response, body);
    else json(response, { path: pathname });
  });
  other = await serve(({ headers, url }, response) => json(response, { headers, url }));
  const base = { createdAt: "2026-11-30T00:00:00.000Z", kind: "http", allowPrivate: true };
  services = [
    { ...base, id: "shop", name: "Shop", url: `http://${shop}/api`, keyVariable: "SHOP_KEY" },
    { ...base, id: "other", name: "Other", url: `http://${other}/open/`, keyVariable: "OTHER_KEY", keyHeader: "x-key" },
    { ...base, id: "slash", name: "Slash", url: `http://${shop}/slash`, keyVariable: "SLASH_KEY" },
    { ...base, id: "basic", name: "Basic", url: `http://${shop}/basic`, keyVariable: "BASIC_KEY" },
    { ...base, id: "public", name: "Public", url: `http://rebind.example:${shop.split(":")[1]}/`, allowPrivate: false },
    { ...base, id: "named", name: "Named", url: `http://shop.internal:${shop.split(":")[1]}/api` },
    { ...base, id: "strict", name: "Strict", url: `http://localhost:${shop.split(":")[1]}/`, allowPrivate: false },
    { ...base, id: "literal", name: "Literal", url: "http://127.0.0.2:9/", allowPrivate: false },
    { ...base, id: "closed", name: "Closed", url: "http://127.0.0.1:9/" },
    { ...base, id: "meta-name", name: "Metadata by name", url: "http://metadata.example/" },
  ].map((service) => ToolService.parse(service));
  tools = createToolTransport({ services: () => services, env, resolve: (host) => resolve(host) });
});
afterAll(async () => {
  await tools.close();
  for (const server of open) {
    server.closeAllConnections();
    server.close();
  }
});

function toolOf(path: string, extra: Partial<HttpBinding> = {}): Tool {
  const url = path.startsWith("http") ? path : `http://${shop}${path}`;
  const binding = HttpBinding.parse({ kind: "http", url, ...extra });
  return { path: "tools/t.json", name: "t", description: "", inputSchema: { type: "object" }, binding };
}
async function call(path: string, extra: Partial<HttpBinding> = {}, args: JsonObject = {}, timeoutMs = 5_000) {
  seen = [];
  return (await tools.call(toolOf(path, extra), args, { timeoutMs })).outcome;
}
const error = (type: string, message: RegExp | string = /./) => ({
  ok: false,
  error: { type, message: typeof message === "string" ? message : expect.stringMatching(message) },
});

describe("an answer", () => {
  it("in JSON is the result, or the part that the pointer names", async () => {
    expect(await call("/api/price")).toEqual({ ok: true, result: { data: { price: 5, "a/b": [1, 2] } } });
    expect(await call("/api/price", { result: "/data/a~1b/1" })).toEqual({ ok: true, result: 2 });
  });
  it("without what the pointer names is malformed", async () => {
    expect(await call("/api/price", { result: "/data/prize" })).toEqual(error("malformed", /nothing at \/data\/prize/));
    expect(await call("/api/price", { result: "/data/__proto__" })).toEqual(error("malformed"));
  });
  it("in plain text is a text", async () => expect(await call("/api/text")).toEqual({ ok: true, result: "in stock" }));
  it("that is broken, compressed or no text is malformed", async () => {
    for (const path of ["/api/broken", "/api/html", "/api/zipped"]) expect(await call(path)).toEqual(error("malformed"));
  });
  it("that is too long is read no further", async () => {
    expect(await call("/api/huge", { maxBytes: 100_000 })).toEqual(error("malformed", /longer than 100000 bytes/));
  });
  it("that is nested deep is cut", async () => {
    expect(JSON.stringify(await call("/api/deep"))).toContain("… (cut)");
  });
  it("that does not end in time is a timeout", async () => {
    expect(await call("/api/slow", {}, {}, 150)).toEqual(error("timeout", /150 ms/));
    expect(await call("/api/drip", { timeoutMs: 200 })).toEqual(error("timeout", /200 ms/));
  });
  it("that the caller gives up waiting for is given up", async () => {
    const controller = new AbortController();
    const answer = tools.call(toolOf("/api/slow"), {}, { timeoutMs: 20_000, signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    const { outcome, durationMs } = await answer;
    expect(outcome).toMatchObject({ ok: false });
    expect(durationMs).toBeLessThan(10_000);
  });
  it("that breaks off, or a server that is not there, is unavailable", async () => {
    for (const path of ["/api/reset", "/api/half", "http://127.0.0.1:9/x"])
      expect(await call(path)).toEqual(error("unavailable"));
    resolve = async () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }));
    expect(await call(`http://shop.internal:${shop.split(":")[1]}/api/price`)).toEqual(error("unavailable", /ENOTFOUND/));
  });

  it.each([
    [400, "invalid-arguments"],
    [401, "permission-denied"],
    [403, "permission-denied"],
    [404, "not-found"],
    [408, "timeout"],
    [422, "invalid-arguments"],
    [429, "unavailable"],
    [500, "unavailable"],
    [503, "unavailable"],
    [504, "timeout"],
  ])("with status %i is %s, with its words but without the key", async (status, type) => {
    const outcome = await call(`/api/status/${status}`);
    expect(outcome).toEqual(error(type, new RegExp(`HTTP ${status}.*no, Bearer •••`)));
  });
});

describe("a request", () => {
  it("carries the key, which does not come back even where it is echoed", async () => {
    const outcome = await call(
      "/api/echo",
      { method: "POST", body: { n: "{{ args.n }}" }, headers: { "X-Room": "{{ args.room }}" } },
      { n: 3, room: "7" },
    );
    expect(seen[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "x-room": "7", "content-type": "application/json" });
    expect(seen[0]?.body).toBe('{"n":3}');
    expect(outcome).toMatchObject({ ok: true });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });
  it.each(["slash", "basic"])("has its key (%s) kept out of what comes back, however it is written", async (service) => {
    for (const way of ["echo", "text", "refuse", "refuse/text", "type"]) {
      const outcome = JSON.stringify(await call(`/${service}/${way}`));
      expect(outcome).toContain("•••");
      const unescaped = outcome.replaceAll("\\", "");
      for (const part of [SLASH_KEY, BASIC_KEY.slice(6), "open-sesame", "u0073u006b", "u0063u006d"])
        expect(unescaped).not.toContain(part);
    }
  });
  it("to what lies under no service is not sent", async () => {
    for (const url of [
      `http://${shop}/admin`,
      `http://${shop}/apix`,
      `http://${shop}/api/../admin`,
      `http://${shop}/api%2f..%2fadmin`,
      `http://user@${shop}/api/price`,
      `https://${shop}/api/price`,
      "http://foreign.example/api/price",
    ]) {
      expect(await call(url)).toMatchObject({
        ok: false,
        error: { type: expect.stringMatching(/permission-denied|invalid-arguments/) },
      });
      expect(seen).toEqual([]);
    }
  });
  it("cannot be led elsewhere by an argument", async () => {
    for (const id of ["../admin", "..%2fadmin", "..", "a\r\nx: y"]) {
      expect(await call("/api/{{ args.id }}", {}, { id })).toEqual(error("invalid-arguments", /change the path/));
      expect(seen).toEqual([]);
    }
    await call("/api/{{ args.id }}", {}, { id: "x@foreign.example/?a#b" });
    expect(seen.map(({ line }) => line)).toEqual(["GET /api/x%40foreign.example%2F%3Fa%23b"]);
  });
  it("cannot have a header put in", async () => {
    expect(await call("/api/echo", { headers: { "X-Room": "{{ args.room }}" } }, { room: "1\r\nx-admin: 1" })).toEqual(
      error("invalid-arguments", /header/),
    );
    expect(seen).toEqual([]);
  });
});

describe("a redirect", () => {
  it("under the same service is followed with the key", async () => {
    expect(await call("/api/to-price")).toMatchObject({ ok: true });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`]);
  });
  it("to another service is followed with nobody's key", async () => {
    expect(await call("/api/to-other", { headers: { "X-Room": "7" } })).toMatchObject({ ok: true });
    expect(seen[1]?.line).toBe("GET /open/echo");
    expect(JSON.stringify(seen[1])).not.toMatch(/horse|donkey|x-room/);
  });
  it("cannot bring the key back by way of another service", async () => {
    const outcome = await call("/api/to-other-with-key");
    expect(outcome).toMatchObject({ ok: true });
    expect(JSON.stringify(outcome)).not.toContain("horse");
  });
  it("to where no service is, is refused", async () => {
    for (const path of ["/api/to-admin", "/api/to-foreign", "/api/to-metadata", "/api/to-file"]) {
      expect(await call(path)).toEqual(error("permission-denied", /redirect/));
      expect(seen).toHaveLength(1);
    }
  });
  it("after a POST goes on with GET, and never takes a body to another server", async () => {
    expect(await call("/api/post-303", { method: "POST", body: { a: 1 } })).toMatchObject({ ok: true });
    expect(seen[1]).toMatchObject({ line: "GET /api/echo", body: "" });
    expect(await call("/api/post-307-other", { method: "POST", body: { a: 1 } })).toEqual(error("permission-denied"));
  });
  it("without end is given up after three", async () => {
    expect(await call("/api/to-itself")).toEqual(error("unavailable", /more than 3 times/));
    expect(seen).toHaveLength(4);
  });
});

describe("an address", () => {
  const port = () => shop.split(":")[1];
  it("that is private is refused without the service's leave, named or literal", async () => {
    resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    expect(await call(`http://localhost:${port()}/api/price`)).toEqual(error("permission-denied", /strict/));
    expect(await call("http://127.0.0.2:9/")).toEqual(error("permission-denied", /literal/));
    expect(seen).toEqual([]);
  });
  it("that is private is called with the service's leave", async () => {
    resolve = async () => [{ address: "127.0.0.1", family: 4 }];
    expect(await call(`http://shop.internal:${port()}/api/price`)).toMatchObject({ ok: true });
  });
  it("is refused where a public name resolves to a private one, alone or among others", async () => {
    for (const found of [
      ["127.0.0.1"],
      ["93.184.216.34", "127.0.0.1"],
      ["::1"],
      ["::ffff:127.0.0.1"],
      ["fd00::1"],
      ["100.64.0.1"],
    ]) {
      resolve = async () => found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      expect(await call(`http://rebind.example:${port()}/api/price`)).toEqual(error("permission-denied", /public/));
      expect(seen).toEqual([]);
    }
  });
  it("of a cloud's metadata is refused even with leave for private ones", async () => {
    resolve = async () => [{ address: "169.254.169.254", family: 4 }];
    expect(await call("http://metadata.example/latest")).toEqual(error("permission-denied"));
  });
});
