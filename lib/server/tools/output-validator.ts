import "server-only";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";

/** Patterns of a server's own schema could keep the process busy for ever: they are not tried. */
const UNTRIED = new Set(["pattern", "patternProperties", "$schema", "$id"]);

/** What is wrong with a structured result under its tool's output schema; null where nothing is, or the schema is unusable. */
export function outputProblem(outputSchema: JsonObject, result: JsonValue): string | null {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false, logger: false });
  try {
    const validate = ajv.compile(withoutUntried(outputSchema, false));
    if (validate(result)) return null;
    const [error] = validate.errors ?? [];
    return `${error?.instancePath ?? ""} ${error?.message ?? "is not valid"}`.trim();
  } catch {
    return null;
  }
}

/** `named`: the keys are names of properties and no keywords. */
function withoutUntried(schema: JsonObject, named: boolean): JsonObject {
  const entries = Object.entries(schema)
    .filter(([key]) => named || !UNTRIED.has(key))
    .map(
      ([key, value]) => [key, copy(value, !named && (key === "properties" || key === "$defs" || key === "definitions"))] as const,
    );
  return Object.fromEntries(entries);
}

function copy(value: JsonValue, named: boolean): JsonValue {
  if (Array.isArray(value)) return value.map((item) => copy(item, false));
  return typeof value === "object" && value !== null ? withoutUntried(value, named) : value;
}
