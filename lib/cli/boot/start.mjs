// `npm start`: sets up what is missing, then serves the studio in this process.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { prepare, root } from "./setup.mjs";

const port = Number(process.env.PORT ?? 3000);
// Empty counts as left out, as it does for sign-in: a server that is given no address listens on every one.
const host = process.env.STUDIO_HOST?.trim() || "127.0.0.1";

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (!Number.isInteger(port) || port < 0 || port > 65_535)
  fail(`PORT must be a number from 0 to 65535, not "${process.env.PORT}".`);

try {
  await prepare({ build: true });
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

/** With this the API knows that the header below was set here; nobody outside of this process has it. */
const clientKey = randomBytes(24).toString("base64url");
const trustsProxy = process.env.STUDIO_TRUST_PROXY === "1";
process.env.STUDIO_CLIENT_KEY = clientKey;

/** The last of a list is what the proxy next to the studio added; what stands before it, anybody can send. */
const last = (header) =>
  String(header ?? "")
    .split(",")
    .at(-1)
    .trim();

/** The address and the protocol of the sender: the socket's, or the proxy's word where one is trusted. */
function nameClient(request) {
  const { headers, socket } = request;
  const forwarded = trustsProxy ? last(headers["x-forwarded-for"]) : "";
  const address = (forwarded || socket.remoteAddress || "unknown").replace(/[^0-9a-fA-F.:]/g, "").slice(0, 60) || "unknown";
  const https = trustsProxy && last(headers["x-forwarded-proto"]).toLowerCase() === "https";
  headers["x-studio-client"] = `${clientKey} ${https ? "https" : "http"} ${address}`;
  return { https };
}

process.chdir(root);
process.env.NODE_ENV = "production";
process.env.NEXT_TELEMETRY_DISABLED = "1";
process.env.STUDIO_ROOT = root;
process.env.STUDIO_DATA = resolve(process.env.STUDIO_DATA ?? join(root, "data"));

const { default: next } = await import("next");
const app = next({ dev: false, dir: root, hostname: host, port });
await app.prepare();
const handle = app.getRequestHandler();

/** Pages hold a project's data, so no other site's name may be pointed at the studio; the API has its own, stricter guard. */
const nameOf = (header) => (URL.canParse(`http://${header}`) ? new URL(`http://${header}`).hostname : "");
const served = new Set([
  "localhost",
  "127.0.0.1",
  "[::1]",
  host,
  ...(process.env.STUDIO_ALLOWED_HOSTS ?? "").split(",").map((name) => nameOf(name.trim())),
]);
served.delete("");
const server = createServer((request, response) => {
  const { https } = nameClient(request);
  if (https) response.setHeader("strict-transport-security", "max-age=31536000");
  if (served.has(nameOf(request.headers.host ?? ""))) return handle(request, response);
  response.writeHead(403, { "content-type": "text/plain" }).end("This host name is not served. Add it to STUDIO_ALLOWED_HOSTS.");
});

server.on("error", (error) => {
  if (error.code === "EADDRINUSE") fail(`Port ${port} is taken. Set another one: PORT=3001 npm start`);
  fail(error.message);
});
server.listen(port, host, () => {
  const address = server.address();
  const shown = host.includes(":") ? `[${host}]` : host;
  const url = `http://${shown}:${typeof address === "object" && address ? address.port : port}`;
  process.stdout.write(`Harness Evolution Studio: ${url}\n`);
  // Made when the studio was opened, where sign-in is on and nobody is there yet.
  const link = globalThis.harnessStudioFirstAdmin;
  if (link) process.stdout.write(`Nobody can sign in yet. This link makes the first admin, once, within a day: ${url}${link}\n`);
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    // Live streams stay open for ever; results are committed case by case, so nothing is lost by leaving.
    server.close(() => process.exit(0));
    server.closeAllConnections();
    setTimeout(() => process.exit(0), 1_000).unref();
  });
}
