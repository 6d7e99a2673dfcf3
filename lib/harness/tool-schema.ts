import type { JsonValue } from "@/lib/contracts/ids";
import { pointerToken } from "./json-source";

const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
const SCHEMA_LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];
const SCHEMA_VALUES = ["items", "additionalProperties", "not", "if", "then", "else", "contains"];
const SCHEMA_MAPS = ["properties", "patternProperties", "$defs", "definitions"];

/** A mistake in a JSON Schema; the pointer (RFC 6901) counts from the schema. */
export interface SchemaProblem {
  pointer: string;
  message: string;
}

/** What is wrong with the input schema of a tool: it must be an object schema whose keywords have the right shapes. */
export function schemaProblems(schema: JsonValue): SchemaProblem[] {
  if (!isObject(schema)) return [{ pointer: "", message: "inputSchema must be a JSON Schema object" }];
  const problems: SchemaProblem[] = [];
  if (schema.type !== "object") problems.push({ pointer: "/type", message: 'inputSchema must have "type": "object"' });
  check(schema, "", problems);
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [index, name] of required.entries()) {
    if (typeof name === "string" && !Object.hasOwn(properties, name)) {
      problems.push({ pointer: `/required/${index}`, message: `the required property "${name}" is not described in properties` });
    }
  }
  return problems;
}

function check(schema: JsonValue | undefined, pointer: string, problems: SchemaProblem[]): void {
  if (typeof schema === "boolean") return;
  if (!isObject(schema)) {
    problems.push({ pointer, message: "a schema must be an object" });
    return;
  }
  checkType(schema.type, pointer, problems);
  const { required, enum: values } = schema;
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string"))) {
    problems.push({ pointer: `${pointer}/required`, message: "required must be a list of property names" });
  }
  if (values !== undefined && !(Array.isArray(values) && values.length > 0)) {
    problems.push({ pointer: `${pointer}/enum`, message: "enum must be a list with at least one value" });
  }
  checkPattern(schema.pattern, pointer, problems);
  for (const key of SCHEMA_MAPS) {
    const map = schema[key];
    if (map === undefined) continue;
    if (!isObject(map)) problems.push({ pointer: `${pointer}/${key}`, message: `${key} must be an object` });
    else for (const [name, value] of Object.entries(map)) check(value, `${pointer}/${key}/${pointerToken(name)}`, problems);
  }
  for (const key of SCHEMA_LISTS) {
    const list = schema[key];
    if (list === undefined) continue;
    if (!Array.isArray(list)) problems.push({ pointer: `${pointer}/${key}`, message: `${key} must be a list of schemas` });
    else for (const [index, value] of list.entries()) check(value, `${pointer}/${key}/${index}`, problems);
  }
  for (const key of SCHEMA_VALUES) {
    if (schema[key] !== undefined) check(schema[key], `${pointer}/${key}`, problems);
  }
}

function checkType(type: JsonValue | undefined, pointer: string, problems: SchemaProblem[]): void {
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  const wrong = types.find((item) => typeof item !== "string" || !TYPES.has(item));
  if (wrong !== undefined)
    problems.push({ pointer: `${pointer}/type`, message: `${JSON.stringify(wrong)} is not a JSON Schema type` });
}

function checkPattern(pattern: JsonValue | undefined, pointer: string, problems: SchemaProblem[]): void {
  if (pattern === undefined) return;
  try {
    new RegExp(String(pattern), "u");
  } catch {
    problems.push({ pointer: `${pointer}/pattern`, message: "pattern is not a valid regular expression" });
  }
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
