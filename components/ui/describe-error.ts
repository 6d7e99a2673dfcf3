import { isDefinedError, ORPCError } from "@orpc/client";

export interface ErrorDescription {
  /** What happened, in one sentence. */
  cause: string;
  /** What the reader can do about it. */
  next: string;
  code: string;
}

const nextSteps: Record<string, string> = {
  NOT_FOUND: "Check the address, or go back to the list.",
  BAD_REQUEST: "Correct the value and try again.",
  CONFLICT: "Look at what is there now, then decide again.",
  UNPROCESSABLE_CONTENT: "Mend the problems listed and try again.",
  INTERNAL_SERVER_ERROR: "Try again. If it stays, the server's log says more.",
};

/** Words for any error a query or a mutation can end with. */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof ORPCError || isDefinedError(error)) {
    const code = String(error.code);
    return { cause: error.message, next: nextSteps[code] ?? "Try again.", code };
  }
  if (error instanceof TypeError) {
    return { cause: "The studio's server did not answer.", next: "See that it is running, then try again.", code: "UNREACHABLE" };
  }
  const cause = error instanceof Error && error.message ? error.message : "Something failed without a message.";
  return { cause, next: "Try again.", code: "UNKNOWN" };
}

export const isNotFound = (error: unknown): boolean => error instanceof ORPCError && error.code === "NOT_FOUND";

/** What a conflict says is there now, or null where the error is no conflict. */
export function conflictOf(error: unknown): { current: string; by?: string; at?: string } | null {
  if (!(error instanceof ORPCError) || error.code !== "CONFLICT") return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("current" in data)) return { current: error.message };
  return {
    current: String(data.current),
    ...("by" in data && typeof data.by === "string" ? { by: data.by } : {}),
    ...("at" in data && typeof data.at === "string" ? { at: data.at } : {}),
  };
}
