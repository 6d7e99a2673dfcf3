import { type Endpoint, STAND_IN_MODEL } from "@/lib/contracts/endpoint";
import { judgeDecision } from "./embedded-judge/judge";
import { hash } from "./embedded-policy/draws";
import { type Decision, decide } from "./embedded-policy/policy";
import { CompletionRequest, estimateTokens, messagesOf, toolsOf } from "./embedded-policy/wire";

const MODEL = STAND_IN_MODEL;

/** The built-in stand-in policy. Its results are simulated and every screen that shows them says so. */
export const EMBEDDED_ENDPOINT: Endpoint = {
  id: "embedded",
  name: "Embedded policy (simulated)",
  kind: "embedded",
  baseUrl: "",
  model: MODEL,
  checkpoint: "embedded-1",
  keyVariable: "",
  promptPrice: null,
  completionPrice: null,
  maxConcurrency: null,
  callsPerMinute: null,
  createdAt: "2026-01-01T00:00:00.000Z",
};

/**
 * The embedded policy behind the OpenAI wire: POST …/chat/completions (plain or server-sent events) and GET …/models.
 * It opens no connection. An aborted signal rejects, as the platform's fetch does.
 */
export const embeddedFetch: typeof fetch = async (input, init) => {
  const request = await received(input, init);
  const { pathname } = new URL(request.url);
  if (request.method === "GET" && pathname.endsWith("/models")) {
    return Response.json({ object: "list", data: [{ id: MODEL, object: "model", created: 0, owned_by: "studio" }] });
  }
  if (request.method !== "POST" || !pathname.endsWith("/chat/completions"))
    return refusal(404, "not_found", "there is no such route");
  let body: unknown;
  try {
    body = JSON.parse(request.body);
  } catch {
    return refusal(400, "invalid_request_error", "the body is not JSON");
  }
  const parsed = CompletionRequest.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refusal(400, "invalid_request_error", `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid"}`);
  }
  if (parsed.data.model !== MODEL) return refusal(404, "model_not_found", `the model ${parsed.data.model} does not exist`);
  return complete(parsed.data);
};

/** The request in plain parts. A body that is text already is taken as it is, which spares the streams of a Request. */
async function received(
  input: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<{ url: string; method: string; body: string }> {
  init?.signal?.throwIfAborted();
  if (!(input instanceof Request) && (init?.body === undefined || typeof init.body === "string")) {
    return { url: String(input), method: (init?.method ?? "GET").toUpperCase(), body: init?.body ?? "" };
  }
  const request = new Request(input, init);
  request.signal.throwIfAborted();
  return { url: request.url, method: request.method, body: await request.text() };
}

function refusal(status: number, type: string, message: string): Response {
  return Response.json({ error: { message, type, code: type, param: null } }, { status });
}

function complete(request: CompletionRequest): Response {
  const asked = [messagesOf(request), toolsOf(request), request.seed ?? 0] as const;
  const decision = judgeDecision(...asked) ?? decide(...asked);
  const text = JSON.stringify(request.messages);
  const id = `chatcmpl-${hash(`${request.seed ?? 0}${text}`).toString(16)}`;
  const calls = decision.calls.map((call, index) => ({
    id: `call_${hash(`${id}${index}`).toString(16)}`,
    type: "function" as const,
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
  const promptTokens = estimateTokens(text) + estimateTokens(JSON.stringify(request.tools));
  const completionTokens =
    estimateTokens(decision.content) + calls.reduce((sum, call) => sum + 4 + estimateTokens(call.function.arguments), 0);
  const answer = {
    id,
    calls,
    decision,
    finish: calls.length > 0 ? "tool_calls" : "stop",
    usage: { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens },
  };
  return request.stream ? streamed(answer, request.stream_options?.include_usage === true) : whole(answer);
}

interface Answer {
  id: string;
  calls: { id: string; type: "function"; function: { name: string; arguments: string } }[];
  decision: Decision;
  finish: string;
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
}

function whole({ id, calls, decision, finish, usage }: Answer): Response {
  const message = {
    role: "assistant",
    content: decision.content === "" ? null : decision.content,
    refusal: null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return Response.json({
    id,
    object: "chat.completion",
    created: 0,
    model: MODEL,
    choices: [{ index: 0, message, finish_reason: finish, logprobs: null }],
    usage,
  });
}

function streamed({ id, calls, decision, finish, usage }: Answer, withUsage: boolean): Response {
  const chunk = (choices: unknown[], extra: object = {}) =>
    `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created: 0, model: MODEL, choices, ...extra })}\n\n`;
  const delta = (content: object, reason: string | null = null) => chunk([{ index: 0, delta: content, finish_reason: reason }]);
  const lines = [delta({ role: "assistant", content: "" })];
  for (const piece of decision.content.match(/[\s\S]{1,48}/gu) ?? []) lines.push(delta({ content: piece }));
  calls.forEach((call, index) => {
    lines.push(
      delta({ tool_calls: [{ index, id: call.id, type: call.type, function: { name: call.function.name, arguments: "" } }] }),
    );
    lines.push(delta({ tool_calls: [{ index, function: { arguments: call.function.arguments } }] }));
  });
  lines.push(delta({}, finish));
  if (withUsage) lines.push(chunk([], { usage }));
  lines.push("data: [DONE]\n\n");
  return new Response(lines.join(""), {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" },
  });
}
