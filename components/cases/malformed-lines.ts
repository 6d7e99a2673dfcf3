import { ORPCError } from "@orpc/client";
import { z } from "zod";
import { LineProblem } from "@/lib/contracts/case";

const Refused = z.object({ lines: z.array(LineProblem).min(1), valid: z.int().optional() });

/** The lines of a case file that an import refused, and how many cases are well formed (null where it is not said). */
export function malformedLines(error: unknown): { lines: LineProblem[]; valid: number | null } | null {
  if (!(error instanceof ORPCError) || error.code !== "UNPROCESSABLE_CONTENT") return null;
  const found = Refused.safeParse(error.data);
  if (!found.success) return { lines: [{ line: 1, message: error.message }], valid: null };
  return { lines: found.data.lines, valid: found.data.valid ?? null };
}
