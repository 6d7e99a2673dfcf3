import "server-only";
import { type Agent, fetch as undiciFetch } from "undici";
import { AddressRefused } from "./guarded-agent";

/** Bytes of one answer, or of one event of a stream. */
export const MAX_MESSAGE_BYTES = 5_000_000;

/**
 * A fetch that connects through the agent and to the origin of `url` alone, follows no redirect, and ends an answer (or one
 * event of a stream) that is longer than MAX_MESSAGE_BYTES.
 */
export function createGuardedFetch(agent: Agent, url: string): (target: string | URL, init?: RequestInit) => Promise<Response> {
  const { origin } = new URL(url);
  return async (target, init = {}) => {
    const address = new URL(target);
    if (address.origin !== origin) throw new AddressRefused(address.host);
    const { method, body, signal } = init;
    const answer = await undiciFetch(address, {
      ...(method !== undefined && { method }),
      headers: [...new Headers(init.headers).entries()],
      ...(typeof body === "string" && { body }),
      ...(signal && { signal }),
      redirect: "manual",
      dispatcher: agent,
    });
    const isStream = (answer.headers.get("content-type") ?? "").startsWith("text/event-stream");
    const bounded = answer.body === null ? null : streamOf(boundedChunks(answer.body, isStream));
    return new Response(bounded, {
      status: answer.status,
      statusText: answer.statusText,
      headers: [...answer.headers.entries()],
    });
  };
}

async function* boundedChunks(body: AsyncIterable<Uint8Array>, perEvent: boolean): AsyncGenerator<Uint8Array> {
  let size = 0;
  const sizeAfter = eventSizes();
  for await (const chunk of body) {
    size = perEvent ? sizeAfter(chunk) : size + chunk.byteLength;
    if (size > MAX_MESSAGE_BYTES) throw new Error(`the answer is longer than ${MAX_MESSAGE_BYTES} bytes`);
    yield chunk;
  }
}

const LF = 10;
const CR = 13;

/**
 * Takes a stream of events chunk by chunk and says the size of the longest event in the chunk, as far as it has come. Only an
 * empty line ends an event; lines end with CR, LF or both.
 */
function eventSizes(): (chunk: Uint8Array) => number {
  let size = 0;
  let lineIsEmpty = true;
  let afterCr = false;
  return (chunk) => {
    let longest = 0;
    for (const byte of chunk) {
      size += 1;
      if (byte === LF && afterCr) {
        afterCr = false;
        continue;
      }
      afterCr = byte === CR;
      const endsLine = byte === CR || byte === LF;
      if (endsLine && lineIsEmpty) {
        longest = Math.max(longest, size);
        size = 0;
      }
      lineIsEmpty = endsLine;
    }
    return Math.max(longest, size);
  };
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
