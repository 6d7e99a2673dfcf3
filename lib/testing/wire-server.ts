import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface WireServer {
  url: string;
  /** Bodies of the completion requests received. */
  bodies: unknown[];
  headers: IncomingMessage["headers"][];
  close(): Promise<void>;
}

/** A chat completions server on the loopback; `answer` gets the response and the parsed body of each POST. */
export async function startWireServer(
  answer: (response: ServerResponse, body: unknown) => void,
  models: (response: ServerResponse) => void = (response) => sendJson(response, 200, { object: "list", data: [{ id: "m" }] }),
): Promise<WireServer> {
  const bodies: unknown[] = [];
  const headers: WireServer["headers"] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      headers.push(request.headers);
      if (request.method === "GET") return models(response);
      const body: unknown = JSON.parse(text);
      bodies.push(body);
      answer(response, body);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    bodies,
    headers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** Sends chunks as server-sent events and the closing mark. */
export function sendStream(response: ServerResponse, chunks: readonly unknown[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end("data: [DONE]\n\n");
}

/** A chunk with one delta. */
export function delta(part: object, finishReason: string | null = null): object {
  return { id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta: part, finish_reason: finishReason }] };
}

/** The last chunk, with the usage and no choices. */
export function usageChunk(promptTokens: number, completionTokens: number): object {
  return {
    id: "c",
    object: "chat.completion.chunk",
    choices: [],
    usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens },
  };
}
