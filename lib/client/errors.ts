import { ORPCError } from "@orpc/client";
import { z } from "zod";
import { LineProblem } from "@/lib/contracts/case";
import { Diagnostic } from "@/lib/contracts/harness";

const ConflictData = z.object({ current: z.string(), by: z.string().optional(), at: z.string().optional() });
const ProblemData = z.object({
  diagnostics: z.array(Diagnostic).default([]),
  lines: z.array(LineProblem).default([]),
  valid: z.int().optional(),
});

/** An error as a page shows it. `conflict` and `problems` are set where the API sent them. */
export interface ShownError {
  code: string;
  message: string;
  conflict: z.infer<typeof ConflictData> | null;
  problems: z.infer<typeof ProblemData> | null;
}

/** What went wrong, from whatever a query or mutation threw. */
export function toShownError(error: unknown): ShownError {
  if (!(error instanceof ORPCError)) {
    const message = "The studio cannot be reached. Is it still running?";
    return { code: "UNREACHABLE", message, conflict: null, problems: null };
  }
  const conflict = ConflictData.safeParse(error.data);
  const problems = ProblemData.safeParse(error.data);
  return {
    code: error.code,
    message: error.message,
    conflict: error.code === "CONFLICT" && conflict.success ? conflict.data : null,
    problems: error.code === "UNPROCESSABLE_CONTENT" && problems.success ? problems.data : null,
  };
}

/** Whether the API answered that there is no such thing. */
export const isNotFound = (error: unknown): boolean => error instanceof ORPCError && error.code === "NOT_FOUND";
