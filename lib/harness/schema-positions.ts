import type { JsonObject, JsonValue } from "@/lib/contracts/ids";

/** Keywords of JSON Schema whose value is a list of schemas, a schema, or an object of schemas. The others hold data. */
export const SCHEMA_LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];
export const SCHEMA_VALUES = [
  "items",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "contains",
];
export const SCHEMA_MAPS = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

/** The schema with `change` applied to it and to all schemas inside; data, such as `const` and `enum`, stays as it is. */
export function mapSchemas(schema: JsonValue, change: (schema: JsonObject) => JsonObject): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const inside = (value: JsonValue) => mapSchemas(value, change);
  const entries = Object.entries(schema).map(([key, value]): [string, JsonValue] => {
    if (SCHEMA_MAPS.includes(key) && isJsonObject(value)) {
      return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inside(each)]))];
    }
    if (SCHEMA_LISTS.includes(key) && Array.isArray(value)) return [key, value.map(inside)];
    return [key, SCHEMA_VALUES.includes(key) ? inside(value) : value];
  });
  return change(Object.fromEntries(entries));
}

/**
 * Whether a `$ref` leads from a schema to a schema inside it (`#`, or `#` with a JSON pointer), and not elsewhere, into data or
 * into an unknown keyword. Whether there is something at its end is not looked at.
 */
export function isInnerReference(reference: string): boolean {
  if (reference !== "#" && !reference.startsWith("#/")) return false;
  const tokens = reference.split("/").slice(1);
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    if (SCHEMA_VALUES.includes(token)) continue;
    if (!SCHEMA_MAPS.includes(token) && !SCHEMA_LISTS.includes(token)) return false;
    at += 1;
    if (at >= tokens.length) return false;
  }
  return true;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
