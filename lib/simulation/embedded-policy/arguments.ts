import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import type { ToolSpec } from "@/lib/contracts/model";
import type { Frame } from "./comments";
import type { Chance } from "./draws";
import type { Scene } from "./scene";

const PLACE = /\b(?:to|in|reach)\s+([A-Z][\w']+)|(?:到|寄|发)([\u4e00-\u9fff]{2,3})/;

/** Arguments by the names, descriptions and types of the properties; null where a required one cannot be had. */
export function fillArguments(
  spec: ToolSpec,
  frame: Frame,
  link: number | null,
  scene: Scene,
  chance: Chance,
): JsonObject | null {
  const required = new Set(Array.isArray(spec.inputSchema.required) ? spec.inputSchema.required : []);
  const filled: JsonObject = {};
  let linksUsed = 0;
  for (const [name, schema] of Object.entries(propertiesOf(spec))) {
    const described = isObject(schema) && typeof schema.description === "string" ? schema.description : "";
    const type = isObject(schema) && typeof schema.type === "string" ? schema.type : "string";
    const kind = kindOf(name, described);
    let value: JsonValue | undefined;
    if (kind === "link") {
      const chosen = linksUsed === 0 ? link : frame.links[linksUsed];
      linksUsed += 1;
      value = type === "array" ? frame.links : (chosen ?? undefined);
    } else if (kind === "order") value = frame.orderNumber ?? String(100_000 + chance.below("order", 900_000));
    else if (kind === "query") value = frame.unmatched ?? titleOf(scene, link) ?? frame.text;
    else if (kind === "place") {
      const place = PLACE.exec(frame.text);
      value = place?.[1] ?? place?.[2];
    }
    if (value === undefined) {
      if (required.has(name)) return null;
      continue;
    }
    filled[name] = convert(value, type);
  }
  return filled;
}

function kindOf(name: string, description: string): "link" | "order" | "query" | "place" | "other" {
  const words = `${name.replace(/[_-]/g, " ")} ${description}`.toLowerCase();
  if (/\border\b|订单/.test(words)) return "order";
  if (/\b(link|product id|item id)\b|链接/.test(words)) return "link";
  if (/\b(query|keyword|keywords|words|search|product name|name of the product)\b|关键词/.test(words)) return "query";
  if (/\b(city|region|address|destination|province)\b|地区|城市/.test(words)) return "place";
  return "other";
}

function titleOf(scene: Scene, link: number | null): string | undefined {
  return scene.shown.links.find(({ id }) => id === link)?.title;
}

function convert(value: JsonValue, type: string): JsonValue {
  if (type === "integer" || type === "number") return Number(value);
  if (type === "string") return typeof value === "string" ? value : String(value);
  return value;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function propertiesOf(spec: ToolSpec): JsonObject {
  return isObject(spec.inputSchema.properties) ? spec.inputSchema.properties : {};
}
