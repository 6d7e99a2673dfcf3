import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { JsonObject } from "@/lib/contracts/ids";

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, addUsedSchema: false, logger: false });
const validators = new WeakMap<JsonObject, ValidateFunction | string>();

/** What is wrong with the arguments of a call under the tool's input schema; null where nothing is. */
export function argumentProblem(inputSchema: JsonObject, args: JsonObject): string | null {
  const validate = validatorOf(inputSchema);
  if (typeof validate === "string") return `the tool's input schema cannot be used: ${validate}`;
  if (validate(args)) return null;
  const problems = (validate.errors ?? []).map((error) => {
    const place = error.instancePath === "" ? "" : `${error.instancePath.slice(1).replaceAll("/", ".")} `;
    const allowed: unknown = error.params.allowedValues;
    return `${place}${error.message ?? "is not valid"}${Array.isArray(allowed) ? `: ${allowed.map((value) => JSON.stringify(value)).join(", ")}` : ""}`;
  });
  return [...new Set(problems)].join("; ");
}

function validatorOf(inputSchema: JsonObject): ValidateFunction | string {
  const known = validators.get(inputSchema);
  if (known !== undefined) return known;
  let made: ValidateFunction | string;
  try {
    // An unknown dialect or a shared $id would make one tool's schema break another's.
    const { $schema: _dialect, $id: _id, ...schema } = inputSchema;
    made = ajv.compile(schema);
  } catch (error) {
    made = error instanceof Error ? error.message : "it does not compile";
  }
  validators.set(inputSchema, made);
  return made;
}
