import { z } from "zod";
import type { Endpoint, EndpointTest } from "@/lib/contracts/endpoint";
import type { ChatOutcome, ChatRequest } from "@/lib/contracts/model";
import { errorOf } from "./model-error";
import { createOpenAiModel } from "./openai";

const STEPS = ["Key", "Address", "Authorisation", "Model", "Reply", "Streaming", "Tool call", "Usage"] as const;
type StepName = (typeof STEPS)[number];
type Answer = Extract<ChatOutcome, { ok: true }>;

const LIST_TIMEOUT_MS = 10_000;
const CHAT_TIMEOUT_MS = 60_000;
const LISTED_IN_DETAIL = 5;
const Models = z.object({ data: z.array(z.object({ id: z.string() })) });

const DECODING: ChatRequest["decoding"] = { temperature: 0, topP: 1, maxTokens: 256, seed: 1 };
const GREETING: ChatRequest = {
  messages: [{ role: "user", content: "Reply with the one word: ready" }],
  tools: [],
  decoding: DECODING,
};
const WEATHER: ChatRequest = {
  messages: [{ role: "user", content: "Call the tool get_weather for the city Paris." }],
  tools: [
    {
      name: "get_weather",
      description: "The weather in a city now.",
      inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
  ],
  decoding: DECODING,
};

export interface TestEndpointOptions {
  endpoint: Pick<Endpoint, "id" | "baseUrl" | "model" | "checkpoint" | "kind">;
  /** The key's value; undefined or empty where its variable is not set. */
  apiKey?: string | undefined;
  /** Name of the variable that should hold the key; empty where the endpoint needs none. */
  keyVariable: string;
  fetch?: typeof fetch;
}

/** Tries an endpoint step by step and says what works, what failed and why. Two short completions are asked of it. */
export async function testEndpoint(options: TestEndpointOptions): Promise<EndpointTest> {
  const started = performance.now();
  const results = new Map<StepName, EndpointTest["steps"][number]>();
  const pass = (name: StepName, detail: string) => results.set(name, { name, state: "passed", detail });
  const fail = (name: StepName, detail: string) => results.set(name, { name, state: "failed", detail });
  const finish = (ttftMs: number | null): EndpointTest => {
    const steps = STEPS.map(
      (name) => results.get(name) ?? { name, state: "skipped" as const, detail: "Not tried, as an earlier step failed." },
    );
    return { ok: steps.every((step) => step.state === "passed"), steps, ttftMs, durationMs: performance.now() - started };
  };
  const { endpoint, apiKey, keyVariable } = options;

  if (keyVariable === "") pass("Key", "No key is needed.");
  else if (apiKey) pass("Key", `The environment variable ${keyVariable} is set.`);
  else {
    fail("Key", `The environment variable ${keyVariable} is not set where the studio runs.`);
    return finish(null);
  }

  const listed = await listModels(options);
  if (!listed.reached) {
    fail("Address", `${addressOf(endpoint)} cannot be reached: ${listed.reason}.`);
    return finish(null);
  }
  pass("Address", `${addressOf(endpoint)} answers.`);
  if (listed.status === 401 || listed.status === 403) {
    fail("Authorisation", refusedKey(listed.status, keyVariable));
    return finish(null);
  }

  const model = createOpenAiModel(options);
  const greeting = await model.chat(GREETING, { timeoutMs: CHAT_TIMEOUT_MS });
  if (!greeting.ok) {
    const { type, message, status } = greeting.error;
    if (type === "unauthorized") {
      fail("Authorisation", refusedKey(status ?? 401, keyVariable));
      return finish(null);
    }
    pass("Authorisation", "The endpoint accepts the request.");
    const unlisted = listed.models !== null && !listed.models.includes(endpoint.model);
    if (type === "not-found" || unlisted) fail("Model", missingModel(endpoint.model, listed.models, message));
    else {
      if (listed.models?.includes(endpoint.model)) pass("Model", `The endpoint lists ${endpoint.model}.`);
      fail("Reply", `${type}: ${message}`);
    }
    return finish(null);
  }
  pass("Authorisation", "The endpoint accepts the request.");
  pass(
    "Model",
    listed.models?.includes(endpoint.model)
      ? `The endpoint lists ${endpoint.model}.`
      : `${endpoint.model} answers, though it is not listed.`,
  );
  reportReply(greeting, pass, fail);

  const weather = await model.chat(WEATHER, { timeoutMs: CHAT_TIMEOUT_MS });
  const problem = toolCallProblem(weather);
  if (problem === null) pass("Tool call", "The model called the tool with valid arguments.");
  else fail("Tool call", problem);
  return finish(greeting.ttftMs);
}

type Listed = { reached: false; reason: string } | { reached: true; status: number; models: string[] | null };

async function listModels({ endpoint, apiKey, fetch: given }: TestEndpointOptions): Promise<Listed> {
  try {
    const response = await (given ?? fetch)(`${addressOf(endpoint).replace(/\/$/, "")}/models`, {
      headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
      signal: AbortSignal.timeout(LIST_TIMEOUT_MS),
    });
    const text = await response.text();
    return { reached: true, status: response.status, models: modelsIn(text) };
  } catch (error) {
    const late = error instanceof Error && error.name === "TimeoutError";
    return { reached: false, reason: late ? `no answer within ${LIST_TIMEOUT_MS / 1000} seconds` : errorOf(error).message };
  }
}

function modelsIn(text: string): string[] | null {
  try {
    const parsed = Models.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.data.map((model) => model.id) : null;
  } catch {
    return null;
  }
}

function reportReply(
  answer: Answer,
  pass: (name: StepName, detail: string) => void,
  fail: (name: StepName, detail: string) => void,
): void {
  const { content, reasoning, ttftMs, usage, finishReason } = answer;
  if (content.trim() !== "") pass("Reply", `The model said: ${content.trim().slice(0, 80)}`);
  else if (reasoning) pass("Reply", "The model used all its tokens for reasoning, which is kept apart from the reply.");
  else fail("Reply", `The model said nothing (finish reason ${finishReason}).`);
  if (ttftMs === null) fail("Streaming", "The answer came in one piece, so the time to first token cannot be measured.");
  else pass("Streaming", `The first token came after ${Math.round(ttftMs)} ms.`);
  if (usage.promptTokens === null) fail("Usage", "The endpoint reports no token counts, so tokens and cost will be unknown.");
  else pass("Usage", `${usage.promptTokens} prompt and ${usage.completionTokens ?? 0} completion tokens were reported.`);
}

function toolCallProblem(outcome: ChatOutcome): string | null {
  if (!outcome.ok) return `${outcome.error.type}: ${outcome.error.message}`;
  const [call] = outcome.toolCalls;
  if (!call) return "The model answered without calling the tool; check that tool calling is enabled on the server.";
  if (call.name !== "get_weather") return `The model called ${call.name || "a tool without a name"} instead of get_weather.`;
  try {
    const args = z.object({ city: z.string() }).safeParse(JSON.parse(call.arguments));
    return args.success ? null : `The arguments do not fit the tool's schema: ${call.arguments.slice(0, 120)}`;
  } catch {
    return `The arguments are not JSON: ${call.arguments.slice(0, 120)}`;
  }
}

function refusedKey(status: number, keyVariable: string): string {
  return keyVariable === ""
    ? `The endpoint asks for a key (HTTP ${status}); name the environment variable that holds it.`
    : `The endpoint refuses the key in ${keyVariable} (HTTP ${status}).`;
}

function missingModel(model: string, models: string[] | null, message: string): string {
  if (models === null) return `The endpoint does not know ${model}: ${message}`;
  const shown = models.slice(0, LISTED_IN_DETAIL).join(", ");
  const more = models.length > LISTED_IN_DETAIL ? ` and ${models.length - LISTED_IN_DETAIL} more` : "";
  return `The endpoint does not serve ${model}; it serves ${shown || "nothing"}${more}.`;
}

function addressOf(endpoint: { baseUrl: string; kind: Endpoint["kind"] }): string {
  return endpoint.kind === "embedded" && endpoint.baseUrl === "" ? "http://embedded.invalid/v1" : endpoint.baseUrl;
}
