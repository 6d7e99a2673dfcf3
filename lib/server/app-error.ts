import "server-only";
import type { LineProblem } from "@/lib/contracts/case";
import type { Diagnostic } from "@/lib/contracts/harness";
import { isNamedError } from "./named-error";

const statuses = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
  INSUFFICIENT_STORAGE: 507,
} as const;

/** An error that a caller may see: its message is safe to show. Anything else that is thrown is answered as internal. */
export class AppError extends Error {
  readonly status: number;

  constructor(
    readonly code: keyof typeof statuses,
    message: string,
    readonly data?: unknown,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = "AppError";
    this.status = statuses[code];
  }

  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return isNamedError(value, "AppError");
  }
}

export const badRequest = (message: string) => new AppError("BAD_REQUEST", message);

export const notFound = (what: string, id: string) => new AppError("NOT_FOUND", `There is no ${what} ${id}.`, { what, id });

/** Something moved since the caller looked; `current` describes what is there now. */
export const conflict = (message: string, now: { current: string; by?: string; at?: string }) =>
  new AppError("CONFLICT", message, now);

/** As many requests are under way as may be; worth trying again after the given seconds. */
export const tooManyRequests = (message: string, retryAfterSeconds: number) =>
  new AppError("TOO_MANY_REQUESTS", message, { retryAfterSeconds });

/** A bundle or a case file with problems, each with its place. `valid` counts the cases that are well formed. */
export const unprocessable = (message: string, found: { diagnostics?: Diagnostic[]; lines?: LineProblem[]; valid?: number }) =>
  new AppError("UNPROCESSABLE_CONTENT", message, { diagnostics: [], lines: [], ...found });
