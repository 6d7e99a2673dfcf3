import "server-only";
import { once } from "node:events";
import { createServer } from "node:http";
import { handleApi } from "../http";
import type { Studio } from "../studio";
import { answerThrough } from "./node-handler";

/** The only operations that an agent answers; everything else of the API stays with the studio. */
const SERVED: readonly (readonly [method: string, path: RegExp])[] = [
  ["POST", /^\/api\/respond(?:\/stream)?$/],
  ["GET", /^\/api\/health$/],
  ["GET", /^\/api\/projects\/[^/]+\/served(?:\/[^/]+)?$/],
  ["GET", /^\/api\/projects\/[^/]+\/releases$/],
];
/** How long requests under way may take to end when the agent is stopped. */
const LEAVE_MS = 15_000;

export interface AgentServer {
  url: string;
  /** Takes no more requests, lets those under way end, and closes. */
  close(): Promise<void>;
}

/** Serves a studio's released agents over HTTP, without pages. */
export async function startAgentServer(studio: Studio, listen: { host: string; port: number }): Promise<AgentServer> {
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? "").split("?")[0] ?? "";
    if (!SERVED.some(([method, pattern]) => method === incoming.method && pattern.test(path))) {
      outgoing.writeHead(404, { "content-type": "application/json" });
      outgoing.end(JSON.stringify({ code: "NOT_FOUND", status: 404, message: "An agent answers POST /api/respond." }));
      return;
    }
    answerThrough((request) => handleApi(request, studio), incoming, outgoing).catch((error: unknown) => {
      if (!outgoing.destroyed) studio.report(error);
      outgoing.destroy();
    });
  });
  server.listen(listen.port, listen.host);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : listen.port;
  return {
    url: `http://${listen.host.includes(":") ? `[${listen.host}]` : listen.host}:${port}`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), LEAVE_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}
