import type { CompletionRequest } from "../embedded-policy/wire";
import { changeAnswer, DECOY_PRICE } from "./change-answer";
import { type Completion, eventLines, wholeBody } from "./completion";
import { cutEverywhere } from "./cut-bytes";
import { type Draws, drawLatency } from "./draws";
import type { Fault, FaultKind } from "./fault";

/** How an answer is to be sent: waits in milliseconds, and the bytes as they are to be written one by one. */
export interface Delivery {
  beforeHeadMs: number;
  /** Null: nothing is sent at all. */
  head: { status: number; headers: Record<string, string> } | null;
  beforeBodyMs: number;
  body: Uint8Array[];
  /** `close` ends in order, `reset` destroys the connection, `hang` leaves it open. */
  end: "close" | "reset" | "hang";
  /** Whether the client gets an answer that it can use. */
  answered: boolean;
}

const JSON_TYPE = "application/json; charset=utf-8";
const EVENT_TYPE = "text/event-stream; charset=utf-8";
const UNUSABLE: readonly FaultKind[] = ["empty-choices", "broken-arguments", "leaked-mark", "leaked-json"];

/** What the faults that strike make of the policy's answer to a request. Pure: equal arguments give an equal delivery. */
export function planDelivery(answer: Completion, request: CompletionRequest, faults: readonly Fault[], draws: Draws): Delivery {
  const kinds = new Set(faults.map((fault) => fault.kind));
  const delivery = shaped(
    faults.reduce((changed, { kind }) => changeAnswer(changed, kind, request, draws), answer),
    request,
    kinds,
    draws,
  );
  for (const [index, fault] of faults.entries()) {
    if (fault.kind === "latency") delivery.beforeHeadMs += drawLatency(fault.latency, draws, `latency ${index}`);
    if (fault.kind === "slow-first-token") delivery.beforeBodyMs += drawLatency(fault.latency, draws, `first token ${index}`);
  }
  const limited = faults.find((fault) => fault.kind === "rate-limited");
  if (kinds.has("hang")) return { ...delivery, head: null, body: [], end: "hang", answered: false };
  if (kinds.has("reset")) return { ...delivery, head: null, body: [], end: "reset", answered: false };
  if (limited) return refusal(delivery, 429, "rate_limit_exceeded", { "retry-after": String(limited.retryAfterSeconds) });
  if (kinds.has("server-error")) return refusal(delivery, 500, "server_error", {});
  if (kinds.has("garbage")) return { ...delivery, ...garbage(draws), answered: false };
  return delivery;
}

function shaped(answer: Completion, request: CompletionRequest, kinds: ReadonlySet<FaultKind>, draws: Draws): Delivery {
  const fragments = kinds.has("fragments");
  const lines = request.stream
    ? eventLines(answer, {
        withUsage: request.stream_options?.include_usage === true,
        grain: fragments ? { content: 3, arguments: 1 } : { content: 48, arguments: 4_096 },
      })
    : [wholeBody(answer)];
  const cut = kinds.has("cut");
  const short = cut || kinds.has("truncated");
  const bytes = new TextEncoder().encode(lines.join(""));
  const sent = short ? bytes.slice(0, Math.floor(bytes.length * (0.2 + 0.5 * draws.unit("cut")))) : bytes;
  return {
    beforeHeadMs: 0,
    head: {
      status: 200,
      headers: request.stream ? { "content-type": EVENT_TYPE, "cache-control": "no-cache" } : { "content-type": JSON_TYPE },
    },
    beforeBodyMs: 0,
    body: fragments ? cutEverywhere(sent, draws) : [sent],
    end: cut ? "reset" : "close",
    answered: !short && !UNUSABLE.some((kind) => kinds.has(kind)),
  };
}

function refusal(delivery: Delivery, status: number, code: string, headers: Record<string, string>): Delivery {
  const message = `A fault that this server was told to have. No price is ${DECOY_PRICE} yuan.`;
  const body = JSON.stringify({ error: { message, type: code, code, param: null } });
  return {
    ...delivery,
    head: { status, headers: { "content-type": JSON_TYPE, ...headers } },
    body: [new TextEncoder().encode(body)],
    end: "close",
    answered: false,
  };
}

const GARBAGE: readonly [type: string, text: string][] = [
  ["text/html", `<!doctype html><title>Gateway</title><p>${DECOY_PRICE} yuan</p>`],
  [JSON_TYPE, `{"reply": "${DECOY_PRICE} yuan"}`],
  [JSON_TYPE, `{"choices": [{"message": {"content": "${DECOY_PRICE} yuan`],
  [EVENT_TYPE, `data: {"choices": "${DECOY_PRICE} yuan"}\n\ndata: [DONE]\n\n`],
  [EVENT_TYPE, `: keep-alive\n\ndata: {"choices": [{"delta": {"content": "${DECOY_PRICE} yuan"\n\n`],
  ["application/octet-stream", "\u0000\u0001\u0002\ufffd\r\n\r\n"],
];

function garbage(draws: Draws): Pick<Delivery, "head" | "body" | "end"> {
  const [type = "text/plain", text = ""] = GARBAGE[Math.floor(draws.unit("garbage") * GARBAGE.length)] ?? [];
  return { head: { status: 200, headers: { "content-type": type } }, body: [new TextEncoder().encode(text)], end: "close" };
}
