import type { Case, FixtureTables } from "@/lib/contracts/case";
import { withoutEmptyParts } from "./empty-parts";

/** Writes a case file that `parseCaseFile` reads back equally: the shared tables first, then one case a line, in order. */
export function formatCaseFile({ cases, shared }: { cases: Case[]; shared: FixtureTables }): string {
  const lines = cases.map((item) => JSON.stringify(withoutEmptyParts(item)));
  if (Object.keys(shared).length > 0) lines.unshift(JSON.stringify({ shared }));
  return lines.map((line) => `${line}\n`).join("");
}
