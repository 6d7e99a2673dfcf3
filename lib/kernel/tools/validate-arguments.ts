import type { JsonObject } from "@/lib/contracts/ids";
import { type SchemaCheck, schemaCheck } from "./schema-check";

const checks = new WeakMap<JsonObject, SchemaCheck>();

/** What is wrong with the arguments of a call under the tool's input schema, in at most about 500 characters; null where nothing is. */
export function argumentProblem(inputSchema: JsonObject, args: JsonObject): string | null {
  let check = checks.get(inputSchema);
  if (!check) {
    check = schemaCheck(inputSchema, { patterns: true });
    checks.set(inputSchema, check);
  }
  const finding = check(args);
  if (finding.ok) return null;
  return finding.why === "schema" ? `the tool's input schema cannot be used: ${finding.problem}` : finding.problem;
}
