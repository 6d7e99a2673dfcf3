import OpenAI from "openai";
import { Stream } from "openai/streaming";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { ChatOutcome, ChatRequest } from "@/lib/contracts/model";
import type { ChatModel } from "@/lib/kernel/ports";
import { splitReasoning } from "@/lib/kernel/reasoning";
import { errorOf, MalformedAnswer, modelError } from "./model-error";
import { pooledFetch } from "./pooled-fetch";
import { CompletionParts, usageOf, WireChunk, WireCompletion, wireRequest } from "./wire";

/** Stands in for the address of an endpoint without one; its host name can never resolve. */
const NO_ADDRESS = "http://embedded.invalid/v1";

export interface OpenAiModelOptions {
  endpoint: Pick<Endpoint, "id" | "baseUrl" | "model" | "checkpoint">;
  apiKey?: string;
  fetch?: typeof fetch;
}

/**
 * A chat model behind the OpenAI chat completions protocol, streamed. One call is one request: retries belong to the kernel.
 * A server that answers in one piece is understood too; then there is no time to first token.
 */
export function createOpenAiModel({ endpoint, apiKey, fetch }: OpenAiModelOptions): ChatModel {
  const client = new OpenAI({
    baseURL: endpoint.baseUrl || NO_ADDRESS,
    apiKey: apiKey || "none",
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: "off",
    ...(apiKey ? {} : { defaultHeaders: { Authorization: null } }),
    fetch: fetch ?? pooledFetch,
  });
  // Whatever a server says is stored and shown: one that repeats the key must not get it there.
  const masked = (text: string): string => (apiKey && apiKey.length > 3 ? text.replaceAll(apiKey, "…") : text);

  return {
    identity: { endpoint: endpoint.id, model: endpoint.model, checkpoint: endpoint.checkpoint },
    async chat(request, { timeoutMs, signal }) {
      const started = performance.now();
      const since = () => performance.now() - started;
      const controller = new AbortController();
      let timedOut = false;
      let ended = false;
      const timer = setTimeout(() => {
        timedOut = true;
        controller.abort();
      }, timeoutMs);
      const abort = () => controller.abort();
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
      try {
        const outcome = await complete(client, endpoint.model, request, controller, since);
        // An aborted stream ends quietly, with whatever had come by then.
        if (!controller.signal.aborted) {
          ended = true;
          return outcome.ok ? withoutKey(outcome, masked) : outcome;
        }
        throw new Error("aborted");
      } catch (error) {
        const failure = timedOut
          ? modelError("timeout", `no complete answer within ${Math.round(timeoutMs)} ms`)
          : signal?.aborted
            ? modelError("aborted", "the call was aborted")
            : errorOf(error, masked);
        return { ok: false, error: failure, durationMs: since() };
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        // Whatever may still come of an answer that was not read to its end is not wanted.
        if (!ended) controller.abort();
      }
    },
  };
}

type Answer = Extract<ChatOutcome, { ok: true }>;

function withoutKey(answer: Answer, masked: (text: string) => string): Answer {
  return {
    ...answer,
    content: masked(answer.content),
    ...(answer.reasoning !== undefined && { reasoning: masked(answer.reasoning) }),
    toolCalls: answer.toolCalls.map((call) => ({ ...call, name: masked(call.name), arguments: masked(call.arguments) })),
  };
}

async function complete(
  client: OpenAI,
  model: string,
  request: ChatRequest,
  controller: AbortController,
  since: () => number,
): Promise<ChatOutcome> {
  const response = await client.chat.completions.create(wireRequest(model, request), { signal: controller.signal }).asResponse();
  const parts = new CompletionParts();
  const inOnePiece = (response.headers.get("content-type") ?? "").includes("json");
  const ttftMs = inOnePiece ? await readWhole(response, parts) : await readStream(client, response, controller, parts, since);
  if (!parts.sawChoice) throw new MalformedAnswer("the answer has no choices");
  if (parts.finishReason === null) throw new MalformedAnswer("the answer ended before it was finished");
  const { content, reasoning } = splitReasoning(parts.content);
  const thoughts = [parts.reasoning, reasoning].filter((text) => text !== "").join("\n");
  return {
    ok: true,
    content,
    ...(thoughts === "" ? {} : { reasoning: thoughts }),
    toolCalls: parts.toolCalls,
    finishReason: parts.finishReason,
    usage: parts.usage,
    ttftMs,
    durationMs: since(),
  };
}

async function readWhole(response: Response, parts: CompletionParts): Promise<null> {
  const body = WireCompletion.parse(await response.json());
  const choice = body.choices[0];
  if (choice) {
    parts.sawChoice = true;
    parts.add(choice.message, true);
    parts.finishReason = choice.finish_reason ?? "stop";
  }
  parts.usage = usageOf(body.usage);
  return null;
}

async function readStream(
  client: OpenAI,
  response: Response,
  controller: AbortController,
  parts: CompletionParts,
  since: () => number,
): Promise<number | null> {
  let ttftMs: number | null = null;
  for await (const received of Stream.fromSSEResponse<unknown>(response, controller, client)) {
    const chunk = WireChunk.parse(received);
    if (chunk.usage) parts.usage = usageOf(chunk.usage);
    const choice = chunk.choices[0];
    if (!choice) continue;
    parts.sawChoice = true;
    if (parts.add(choice.delta)) ttftMs ??= since();
    parts.finishReason = choice.finish_reason ?? parts.finishReason;
  }
  return ttftMs;
}
