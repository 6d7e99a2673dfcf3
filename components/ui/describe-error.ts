import { ORPCError } from "@orpc/client";
import { z } from "zod";

const Conflict = z.object({ current: z.string(), by: z.string().optional(), at: z.string().optional() });

const nextSteps: Record<string, string> = {
  UNAUTHORIZED: "Sign in again.",
  FORBIDDEN: "An admin can give you the role.",
  TOO_MANY_REQUESTS: "Wait a little, then try again.",
  NOT_FOUND: "Check the address, or go back to the list.",
  BAD_REQUEST: "Correct the value and try again.",
  CONFLICT: "Look at what is there now, then decide again.",
  UNPROCESSABLE_CONTENT: "Mend the problems and try again.",
  INTERNAL_SERVER_ERROR: "Try again. If it stays, the server's log says more.",
};

/** For any error a query or a mutation can end with: what happened, and what the reader can do about it. */
export function describeError(error: unknown): { cause: string; next: string } {
  if (error instanceof ORPCError) return { cause: error.message, next: nextSteps[error.code] ?? "Try again." };
  // The browser's word for a network that failed.
  if (error instanceof TypeError) {
    return { cause: "The studio cannot be reached.", next: "See that it is running, then try again." };
  }
  const cause = error instanceof Error && error.message ? error.message : "Something failed without a message.";
  return { cause, next: "Try again." };
}

export const isNotFound = (error: unknown): boolean => error instanceof ORPCError && error.code === "NOT_FOUND";

export const isUnauthorized = (error: unknown): boolean => error instanceof ORPCError && error.code === "UNAUTHORIZED";

/** What a conflict says is there now, or null where the error is no conflict. */
export function conflictOf(error: unknown): z.infer<typeof Conflict> | null {
  if (!(error instanceof ORPCError) || error.code !== "CONFLICT") return null;
  const found = Conflict.safeParse(error.data);
  return found.success ? found.data : { current: error.message };
}
