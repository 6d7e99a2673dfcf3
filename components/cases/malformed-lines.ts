import { ORPCError } from "@orpc/client";
import { z } from "zod";
import { LineProblem } from "@/lib/contracts/case";

const Found = z.object({ lines: z.array(LineProblem).min(1), valid: z.int().optional() });

/** The lines of a case file that an import refused, and how many cases are well formed (null where it is not said). */
export function malformedLines(error: unknown): { lines: LineProblem[]; valid: number | null } | null {
  if (!(error instanceof ORPCError) || error.code !== "UNPROCESSABLE_CONTENT") return null;
  const found = Found.safeParse(error.data);
  return found.success
    ? { lines: found.data.lines, valid: found.data.valid ?? null }
    : { lines: [{ line: 1, message: error.message }], valid: null };
}
