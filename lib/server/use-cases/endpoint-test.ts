import "server-only";
import type { Endpoint, EndpointInput, EndpointTest } from "@/lib/contracts/endpoint";
import type { ChatOutcome, ChatRequest } from "@/lib/contracts/model";
import { createOpenAiModel } from "@/lib/models/openai";
import { EMBEDDED_ENDPOINT, embeddedFetch } from "@/lib/simulation/embedded-fetch";
import { probeModels } from "../model-probe";
import { refuseCredentials } from "./endpoints";

type Step = EndpointTest["steps"][number];
type Outcome = { ok: boolean; detail: string };

const CALL_TIMEOUT_MS = 30_000;
const STEPS = ["Name", "Connection", "Key", "Model", "Reply", "Tool call", "Usage"] as const;

const requestOf = (content: string, tools: ChatRequest["tools"]): ChatRequest => ({
  messages: [{ role: "user", content }],
  tools,
  decoding: { temperature: 0, topP: 1, maxTokens: 256, seed: 1 },
});

const STOCK_TOOL: ChatRequest["tools"][number] = {
  name: "get_stock",
  description: "Answers how many pieces of a product are in stock.",
  inputSchema: { type: "object", properties: { product: { type: "string" } }, required: ["product"] },
};

const failure = (outcome: Extract<ChatOutcome, { ok: false }>): string =>
  `${outcome.error.type}${outcome.error.status === undefined ? "" : ` (HTTP ${outcome.error.status})`}: ${outcome.error.message}`;

function replyStep(outcome: ChatOutcome): Outcome {
  if (!outcome.ok) return { ok: false, detail: failure(outcome) };
  if (outcome.content.trim() === "" && outcome.toolCalls.length === 0) {
    return { ok: false, detail: `The reply is empty (finish reason ${outcome.finishReason}).` };
  }
  return { ok: true, detail: `“${outcome.content.trim().slice(0, 80)}” in ${Math.round(outcome.durationMs)} ms` };
}

function toolStep(outcome: ChatOutcome): Outcome {
  if (!outcome.ok) return { ok: false, detail: failure(outcome) };
  const [call] = outcome.toolCalls;
  if (!call) return { ok: false, detail: "The model answered without a tool call. Does the server parse tool calls?" };
  return { ok: true, detail: `${call.name}(${call.arguments.slice(0, 80)})` };
}

function usageStep(outcome: ChatOutcome): Outcome {
  if (!outcome.ok) return { ok: false, detail: failure(outcome) };
  const { promptTokens, completionTokens } = outcome.usage;
  if (promptTokens === null || completionTokens === null) {
    return { ok: false, detail: "The endpoint reports no token usage; tokens and cost stay unknown." };
  }
  return { ok: true, detail: `${promptTokens} prompt and ${completionTokens} completion tokens` };
}

/** Steps with those after the first failure skipped. */
function inOrder(found: readonly (Outcome | undefined)[]): Step[] {
  const stop = found.findIndex((one) => one?.ok !== true);
  return STEPS.map((name, index) => {
    const one = found[index];
    if (!one || (stop >= 0 && index > stop)) return { name, state: "skipped", detail: "" };
    return { name, state: one.ok ? "passed" : "failed", detail: one.detail };
  });
}

/**
 * Tries an endpoint step by step, from its name to its token usage; says what exactly failed. Times in milliseconds.
 * A key is read from the environment and sent to the endpoint alone.
 */
export async function testEndpoint(
  input: Omit<EndpointInput, "id" | "name" | "baseUrl"> & { embedded: boolean; baseUrl: string },
  signal?: AbortSignal,
): Promise<EndpointTest> {
  const began = performance.now();
  const endpoint: Endpoint = input.embedded
    ? EMBEDDED_ENDPOINT
    : { ...input, id: "test", name: "test", kind: "openai", createdAt: new Date().toISOString() };
  if (endpoint.baseUrl !== "") refuseCredentials(endpoint.baseUrl);
  const key = endpoint.keyVariable === "" ? undefined : process.env[endpoint.keyVariable] || undefined;
  const found: Outcome[] = input.embedded
    ? ["built in", "in process", "none needed", endpoint.model].map((detail) => ({ ok: true, detail }))
    : await probeModels(endpoint, key, signal);
  let ttftMs: number | null = null;
  if (found.length === 4 && found.every((one) => one.ok)) {
    const model = createOpenAiModel({
      endpoint,
      ...(key !== undefined && { apiKey: key }),
      ...(input.embedded && { fetch: embeddedFetch }),
    });
    const settings = { timeoutMs: CALL_TIMEOUT_MS, ...(signal && { signal }) };
    const reply = await model.chat(requestOf("Say OK.", []), settings);
    if (reply.ok) ttftMs = reply.ttftMs;
    found.push(replyStep(reply));
    if (reply.ok) {
      const tool = await model.chat(
        requestOf("How many pieces of the blue mug are in stock? Use the tool.", [STOCK_TOOL]),
        settings,
      );
      found.push(toolStep(tool), usageStep(reply));
    }
  }
  const steps = inOrder(found);
  return { ok: steps.every((step) => step.state === "passed"), steps, ttftMs, durationMs: performance.now() - began };
}
