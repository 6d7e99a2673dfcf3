import OpenAI from "openai";
import { ZodError } from "zod";
import type { ChatOutcome, ModelErrorType } from "@/lib/contracts/model";

export type ModelError = Extract<ChatOutcome, { ok: false }>["error"];

const MAX_MESSAGE = 500;
const MAX_RETRY_AFTER_MS = 600_000;
const RETRYABLE: ReadonlySet<ModelErrorType> = new Set(["timeout", "unreachable", "rate-limited", "server-error", "malformed"]);

export function modelError(type: ModelErrorType, message: string, status?: number): ModelError {
  const text = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
  return { type, message: text, ...(status === undefined ? {} : { status }), retryable: RETRYABLE.has(type) };
}

/** An answer that is not what the protocol says. */
export class MalformedAnswer extends Error {}

/** The typed failure behind whatever the SDK or the connection threw; `mask` takes the key out of a message before it is cut. */
export function errorOf(error: unknown, mask: (text: string) => string = (text) => text): ModelError {
  if (error instanceof OpenAI.APIConnectionError) return modelError("unreachable", mask(causeOf(error)));
  if (error instanceof OpenAI.APIError) {
    const status: unknown = error.status;
    if (typeof status !== "number") return modelError("server-error", mask(error.message));
    const retryAfterMs = retryAfter(error.headers?.get("retry-after"));
    const failure = modelError(typeOf(status), mask(error.message), status);
    return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs };
  }
  if (error instanceof MalformedAnswer) return modelError("malformed", mask(error.message));
  if (error instanceof SyntaxError) return modelError("malformed", mask(`the answer is not valid JSON: ${error.message}`));
  if (error instanceof ZodError) {
    const issue = error.issues[0];
    return modelError(
      "malformed",
      `the answer is not a chat completion: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim(),
    );
  }
  return modelError("unreachable", mask(causeOf(error)));
}

/** Retry-After (RFC 9110, section 10.2.3), seconds or a date, as milliseconds from now; absent where it is neither. */
function retryAfter(header: string | null | undefined): number | undefined {
  const text = header?.trim() ?? "";
  const wait = /^\d+(\.\d+)?$/.test(text)
    ? Number(text) * 1_000
    : /^[A-Z]/i.test(text)
      ? Date.parse(text) - Date.now()
      : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.min(MAX_RETRY_AFTER_MS, Math.max(0, Math.round(wait)));
}

function typeOf(status: number): ModelErrorType {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 404) return "not-found";
  if (status === 408) return "timeout";
  if (status === 429) return "rate-limited";
  return status >= 500 ? "server-error" : "bad-request";
}

/** The innermost message of an error: fetch hides "connection refused" two causes deep. */
function causeOf(error: unknown): string {
  let innermost = error;
  for (let depth = 0; depth < 5; depth++) {
    if (!(innermost instanceof Error) || innermost.cause === undefined) break;
    innermost = innermost.cause;
  }
  if (innermost instanceof AggregateError && innermost.errors.length > 0) return causeOf(innermost.errors[0]);
  return innermost instanceof Error ? innermost.message || innermost.name : String(innermost);
}
