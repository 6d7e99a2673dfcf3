import "server-only";
import { ORPCError, ValidationError } from "@orpc/server";
import { AppError } from "./app-error";
import { isNamedError } from "./named-error";
import { toStorageError } from "./storage/storage-fault";

const INTERNAL = "Something went wrong inside the studio. Its log has the details.";

type Issue = ValidationError["issues"][number];

function describe(issue: Issue): string {
  const path = (issue.path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment));
  return path.length > 0 ? `${path.join(".")}: ${issue.message}` : issue.message;
}

/**
 * Turns whatever an operation threw into what a caller may see. Invalid input names its fields; a known error keeps its
 * message; what a full or read-only disk did says so; for anything else `report` gets the error and the caller a general message.
 */
export function toPublicError(error: unknown, report: (error: unknown) => void): ORPCError<string, unknown> {
  const known = error instanceof AppError ? error : toStorageError(error);
  if (known) {
    return new ORPCError(known.code, { status: known.status, message: known.message, data: known.data, cause: error });
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
