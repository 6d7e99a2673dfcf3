import "server-only";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { embeddedFetch } from "@/lib/simulation/embedded-fetch";
import { CompletionRequest } from "@/lib/simulation/embedded-policy/wire";
import { PlainCompletion } from "@/lib/simulation/faults/completion";
import { planDelivery } from "@/lib/simulation/faults/delivery";
import type { Fault } from "@/lib/simulation/faults/fault";
import { FaultRefused, parseFaultList } from "@/lib/simulation/faults/parse-fault";
import { FaultTurns } from "./fault-turns";
import { BodyTooLarge, readText, sendDelivery, sendResponse } from "./wire-out";

/** A request names its own faults, a JSON array, in this header or in the query `faults`; they stand in for the server's. */
export const FAULTS_HEADER = "x-policy-faults";
const SERVER_LIST = "";

export interface PolicyServer {
  /** Base URL of the protocol, with `/v1`. */
  url: string;
  /** Completion requests received so far. */
  requests(): number;
  /** Ends every connection. */
  close(): Promise<void>;
}

export interface PolicyServerOptions {
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 0: any free port. */
  port?: number;
  /** Seed of the faults' draws; default 1. */
  seed?: number;
  faults?: readonly Fault[];
}

/**
 * Serves the embedded policy over HTTP: POST /v1/chat/completions (plain and server-sent events) and GET /v1/models.
 * @throws the listening socket's error, for example where the port is taken.
 */
export async function startPolicyServer(options: PolicyServerOptions = {}): Promise<PolicyServer> {
  const { host = "127.0.0.1", port = 0, seed = 1, faults = [] } = options;
  const turns = new FaultTurns(seed);
  let requests = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://policy.invalid");
    const method = request.method ?? "GET";
    const body = await readText(request);
    const completing = method === "POST" && url.pathname.endsWith("/chat/completions");
    const own = request.headers[FAULTS_HEADER] ?? url.searchParams.get("faults");
    const list = typeof own === "string" ? own : SERVER_LIST;
    const chosen = typeof own === "string" ? parseFaultList(own) : faults;
    if (completing) requests += 1;
    const asked = completing ? completionRequest(body) : null;
    if (asked === null || chosen.length === 0)
      return sendResponse(response, await embeddedFetch(url, method === "POST" ? { method, body } : { method }));
    const turn = turns.take(list, chosen, body);
    const whole = await embeddedFetch(url, { method, body: JSON.stringify({ ...asked.raw, stream: false }) });
    if (!whole.ok) return sendResponse(response, whole);
    const completion = PlainCompletion.parse(await whole.json());
    const delivery = planDelivery(completion, asked.request, turn.faults, turn.draws);
    if ((await sendDelivery(response, delivery)) && delivery.answered) turn.answered();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy();
      const known = error instanceof FaultRefused || error instanceof BodyTooLarge;
      const message = known ? error.message : "the policy failed";
      const status = error instanceof BodyTooLarge ? 413 : known ? 400 : 500;
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message, type: "invalid_request_error", code: null, param: null } }));
    });
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/v1`,
    requests: () => requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The request, parsed and as it came; null where it is none, which the policy itself then says. */
function completionRequest(body: string): { request: CompletionRequest; raw: object } | null {
  try {
    const raw: unknown = JSON.parse(body);
    const parsed = CompletionRequest.safeParse(raw);
    return parsed.success && typeof raw === "object" && raw !== null ? { request: parsed.data, raw } : null;
  } catch {
    return null;
  }
}
