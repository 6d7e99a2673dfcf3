import "server-only";
import type { z } from "zod";
import type { ToolErrorType, ToolOutcome } from "@/lib/contracts/trajectory";
import { isNamedError } from "../named-error";

type ErrorType = z.infer<typeof ToolErrorType>;

/** A tool call that came to a typed error. Thrown inside the transports and turned into an outcome at their border. */
export class ToolFailure extends Error {
  constructor(
    readonly type: ErrorType,
    message: string,
  ) {
    super(message);
    this.name = "ToolFailure";
  }

  static override [Symbol.hasInstance](value: unknown): value is ToolFailure {
    return isNamedError(value, "ToolFailure");
  }
}

const MAX_MESSAGE = 600;

export function failed(type: ErrorType, message: string): ToolOutcome {
  return { ok: false, error: { type, message: excerpt(message, MAX_MESSAGE) } };
}

/** One line of a text that somebody else wrote. */
export function excerpt(text: string, length: number): string {
  const line = oneLine(text.slice(0, length * 4));
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** The end of a text that somebody else wrote, on one line. */
export function ending(text: string, length: number): string {
  const line = oneLine(text);
  return line.length > length ? `…${line.slice(1 - length)}` : line;
}

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
