import "server-only";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Delivery } from "@/lib/simulation/faults/delivery";

const LARGEST_BODY = 8_000_000;
/** Pieces written before the event loop gets a turn, so that a long answer in tiny pieces holds nobody up. */
const PIECES_A_TURN = 16;

export class BodyTooLarge extends Error {}

/**
 * The body of a request.
 * @throws BodyTooLarge beyond 8 MB.
 */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new BodyTooLarge("the body is larger than 8 MB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Sends an answer of fetch. */
export async function sendResponse(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** Carries a delivery out, and stops where the client goes away. True where everything was sent. */
export async function sendDelivery(response: ServerResponse, delivery: Delivery): Promise<boolean> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  try {
    await wait(delivery.beforeHeadMs, gone.signal);
    if (delivery.head === null) return leave(response, delivery.end);
    response.writeHead(delivery.head.status, delivery.head.headers);
    if (delivery.beforeBodyMs > 0) {
      response.flushHeaders();
      await wait(delivery.beforeBodyMs, gone.signal);
    }
    for (const [index, piece] of delivery.body.entries()) {
      if (gone.signal.aborted) return false;
      if (!response.write(piece)) await once(response, "drain", { signal: gone.signal });
      if (index % PIECES_A_TURN === PIECES_A_TURN - 1) await nextTurn();
    }
    if (delivery.end !== "close") {
      // What was written has to be on its way before the connection goes.
      await wait(5, gone.signal);
      return leave(response, delivery.end);
    }
    response.end();
    return true;
  } catch (error) {
    if (gone.signal.aborted) return false;
    throw error;
  }
}

function leave(response: ServerResponse, end: Delivery["end"]): false {
  if (end === "reset") response.socket?.resetAndDestroy();
  return false;
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await pause(milliseconds, undefined, { signal });
}
