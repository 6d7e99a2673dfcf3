import "server-only";
import { once } from "node:events";
import { createServer } from "node:http";
import { handleApi } from "../http";
import type { Studio } from "../studio";
import { answerThrough, requestUrl } from "./node-handler";

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
    const url = requestUrl(incoming);
    if (url && !SERVED.some(([method, pattern]) => method === incoming.method && pattern.test(url.pathname))) {
      outgoing.writeHead(404, { "content-type": "application/json" });
      outgoing.end(JSON.stringify({ code: "NOT_FOUND", status: 404, message: "An agent answers POST /api/respond." }));
      return;
    }
    // What was matched is what is handed on: a second reading of the address could come to another operation.
    answerThrough((request) => handleApi(request, studio), incoming, outgoing, url).catch((error: unknown) => {
      if (outgoing.destroyed) return;
      studio.report(error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, { "content-type": "text/plain" }).end("Something went wrong inside the agent.");
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
      // A connection that is kept alive becomes idle when its last answer is over, and would be held for seconds.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      const timer = setTimeout(() => server.closeAllConnections(), LEAVE_MS);
      await closed;
      clearInterval(idle);
      clearTimeout(timer);
    },
  };
}
