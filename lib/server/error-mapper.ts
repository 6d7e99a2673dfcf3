import "server-only";
import { ORPCError, ValidationError } from "@orpc/server";
import { AppError } from "./app-error";
import { isNamedError } from "./named-error";

const INTERNAL = "Something went wrong inside the studio. Its log has the details.";

type Issue = ValidationError["issues"][number];

function describe(issue: Issue): string {
  const path = (issue.path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment));
  return path.length > 0 ? `${path.join(".")}: ${issue.message}` : issue.message;
}

/**
 * Turns whatever an operation threw into what a caller may see. Invalid input names its fields; a known error keeps its
 * message; for anything else `report` gets the error and the caller a general message.
 */
export function toPublicError(error: unknown, report: (error: unknown) => void): ORPCError<string, unknown> {
  if (error instanceof AppError) {
    return new ORPCError(error.code, { status: error.status, message: error.message, data: error.data, cause: error });
  }
  if (error instanceof Error && isNamedError(error, "NotForAnalysis")) {
    return new ORPCError("FORBIDDEN", { status: 403, message: error.message, cause: error });
  }
  if (error instanceof ORPCError) {
    if (error.code === "BAD_REQUEST" && error.cause instanceof ValidationError) {
      return new ORPCError("BAD_REQUEST", { message: error.cause.issues.slice(0, 5).map(describe).join("; "), cause: error });
    }
    if (error.status < 500) return error;
  }
  report(error instanceof ORPCError ? (error.cause ?? error) : error);
  return new ORPCError("INTERNAL_SERVER_ERROR", { message: INTERNAL });
}
