import type { Diagnostic } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import { pointerToken } from "./json-source";
import { isQuickPattern } from "./linear-pattern";
import { isInnerReference, isJsonObject, SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_VALUES } from "./schema-positions";

const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** A mistake in a JSON Schema, or something in it that has no effect; the pointer (RFC 6901) counts from the schema. */
export interface SchemaProblem {
  severity: Diagnostic["severity"];
  /** Stable code in kebab-case. */
  code: string;
  pointer: string;
  message: string;
}

/** What is wrong with the input schema of a tool: it must be an object schema whose keywords have the right shapes. */
export function schemaProblems(schema: JsonValue): SchemaProblem[] {
  if (!isJsonObject(schema)) return [mistake("", "inputSchema must be a JSON Schema object")];
  const problems: SchemaProblem[] = [];
  if (schema.type !== "object") problems.push(mistake("/type", 'inputSchema must have "type": "object"'));
  check(schema, "", problems);
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [index, name] of required.entries()) {
    if (typeof name === "string" && !Object.hasOwn(properties, name)) {
      problems.push(mistake(`/required/${index}`, `the required property "${name}" is not described in properties`));
    }
  }
  return problems;
}

function check(schema: JsonValue | undefined, pointer: string, problems: SchemaProblem[]): void {
  if (typeof schema === "boolean") return;
  if (!isJsonObject(schema)) {
    problems.push(mistake(pointer, "a schema must be an object"));
    return;
  }
  checkType(schema.type, pointer, problems);
  const { required, enum: values } = schema;
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string"))) {
    problems.push(mistake(`${pointer}/required`, "required must be a list of property names"));
  }
  if (values !== undefined && !(Array.isArray(values) && values.length > 0)) {
    problems.push(mistake(`${pointer}/enum`, "enum must be a list with at least one value"));
  }
  if (schema.pattern !== undefined) checkPattern(String(schema.pattern), `${pointer}/pattern`, problems);
  if (isJsonObject(schema.patternProperties)) {
    for (const pattern of Object.keys(schema.patternProperties)) {
      checkPattern(pattern, `${pointer}/patternProperties/${pointerToken(pattern)}`, problems);
    }
  }
  checkEffects(schema, pointer, problems);
  for (const key of SCHEMA_MAPS) {
    const map = schema[key];
    if (map === undefined) continue;
    if (!isJsonObject(map)) problems.push(mistake(`${pointer}/${key}`, `${key} must be an object`));
    else for (const [name, value] of Object.entries(map)) check(value, `${pointer}/${key}/${pointerToken(name)}`, problems);
  }
  for (const key of SCHEMA_LISTS) {
    const list = schema[key];
    if (list === undefined) continue;
    if (!Array.isArray(list)) problems.push(mistake(`${pointer}/${key}`, `${key} must be a list of schemas`));
    else for (const [index, value] of list.entries()) check(value, `${pointer}/${key}/${index}`, problems);
  }
  for (const key of SCHEMA_VALUES) {
    if (schema[key] !== undefined) check(schema[key], `${pointer}/${key}`, problems);
  }
}

function checkType(type: JsonValue | undefined, pointer: string, problems: SchemaProblem[]): void {
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const wrong = types.find((item) => typeof item !== "string" || !TYPES.has(item));
  if (wrong !== undefined) problems.push(mistake(`${pointer}/type`, `${JSON.stringify(wrong)} is not a JSON Schema type`));
}

function checkPattern(pattern: string, pointer: string, problems: SchemaProblem[]): void {
  try {
    new RegExp(pattern, "u");
  } catch {
    problems.push(mistake(pointer, "pattern is not a valid regular expression"));
    return;
  }
  if (isQuickPattern(pattern)) return;
  const message = "the pattern is not checked: with some texts it could take exponential time";
  problems.push({ severity: "warning", code: "tool-pattern-unchecked", pointer, message });
}

function checkEffects(schema: JsonObject, pointer: string, problems: SchemaProblem[]): void {
  if (schema.$async !== undefined) problems.push(mistake(`${pointer}/$async`, "$async is no keyword of JSON Schema"));
  if (typeof schema.$ref === "string" && !isInnerReference(schema.$ref)) {
    problems.push({
      severity: "warning",
      code: "tool-reference-unusable",
      pointer: `${pointer}/$ref`,
      message: "the reference does not lead to a schema in this file, so every call is refused",
    });
  }
  if (schema.uniqueItems === true) {
    problems.push({
      severity: "info",
      code: "tool-unique-items-unchecked",
      pointer: `${pointer}/uniqueItems`,
      message: "uniqueItems is not checked",
    });
  }
}

const mistake = (pointer: string, message: string): SchemaProblem => ({
  severity: "error",
  code: "tool-schema-invalid",
  pointer,
  message,
});
