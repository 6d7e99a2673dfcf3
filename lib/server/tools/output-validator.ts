import "server-only";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import { type SchemaCheck, schemaCheck } from "@/lib/kernel/tools/schema-check";

const checks = new WeakMap<JsonObject, SchemaCheck>();

/**
 * What is wrong with a structured result under its tool's output schema; null where nothing is, or the schema is unusable.
 * Patterns of a server's own schema are not tried.
 */
export function outputProblem(outputSchema: JsonObject, result: JsonValue): string | null {
  let check = checks.get(outputSchema);
  if (!check) {
    check = schemaCheck(outputSchema, { patterns: false });
    checks.set(outputSchema, check);
  }
  const finding = check(result);
  return finding.ok || finding.why === "schema" ? null : finding.problem;
}
