import type { JsonValue } from "@/lib/contracts/ids";

const WIDTH = 88;

/** JSON indented by two, with every array and object that fits a line kept on one. */
export function compactJson(value: JsonValue, indent = 0): string {
  const line = JSON.stringify(value);
  if (value === null || typeof value !== "object" || line.length + indent <= WIDTH) return spaced(value);
  const pad = " ".repeat(indent + 2);
  const close = " ".repeat(indent);
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => pad + compactJson(item, indent + 2)).join(",\n")}\n${close}]`;
  }
  const fields = Object.entries(value).map(([key, item]) => `${pad}${JSON.stringify(key)}: ${compactJson(item, indent + 2)}`);
  return `{\n${fields.join(",\n")}\n${close}}`;
}

function spaced(value: JsonValue): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
