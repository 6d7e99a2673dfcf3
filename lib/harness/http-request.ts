import type { HttpBinding } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import { parseBindingTemplate, renderBindingTemplate, type TemplateTarget, wholeValue } from "./binding-template";
import { liquidMessage } from "./liquid";

/** A request as the arguments of a call make it. `ok: false`: these arguments make none that may be sent. */
export type HttpRequestOf =
  | { ok: true; method: HttpBinding["method"]; url: string; headers: Record<string, string>; body: string | undefined }
  | { ok: false; message: string };

class Unfit extends Error {}

/** Makes the request of an http binding. Values are encoded for their place; one that would change the path or a header is refused. */
export function httpRequestOf(binding: HttpBinding, args: JsonObject): HttpRequestOf {
  try {
    const url = urlOf(binding.url, args);
    const headers: Record<string, string> = {};
    for (const [name, template] of Object.entries(binding.headers)) headers[name.toLowerCase()] = headerOf(name, template, args);
    const body = bodyOf(binding, args);
    const type = binding.body === undefined ? undefined : (headers["content-type"] ?? defaultType(binding.body));
    return { ok: true, method: binding.method, url, headers: { ...headers, ...(type && { "content-type": type }) }, body };
  } catch (error) {
    return { ok: false, message: error instanceof Unfit ? error.message : liquidMessage(error) };
  }
}

/** How the values of a body's template are escaped. */
export function bodyTarget(binding: Pick<HttpBinding, "headers" | "body">): TemplateTarget {
  const type = Object.entries(binding.headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return "form";
  const looksLikeJson = typeof binding.body === "string" && /^\s*[[{]/.test(binding.body) && !/^\s*\{[{%]/.test(binding.body);
  return looksLikeJson || /[/+]json\b/.test(type) ? "json" : "plain";
}

function render(text: string, target: TemplateTarget, args: JsonObject): string {
  const parsed = parseBindingTemplate(text, target);
  if (!parsed.ok) throw new Unfit(parsed.message);
  return renderBindingTemplate(parsed, args);
}

function urlOf(template: string, args: JsonObject): string {
  const rendered = render(template, "url", args).trim();
  const path = /^https?:\/\/[^/?#]+([^?#]*)/.exec(rendered)?.[1];
  if (path === undefined || !URL.canParse(rendered)) throw new Unfit("the arguments make no address that can be called");
  const segments = path.split("/").slice(1);
  if (segments.some(leavesItsPlace)) throw new Unfit("an argument would change the path of the address");
  const endsInValue = /\}\}\s*$/.test(template.split(/[?#]/)[0] ?? "");
  if (segments.some((segment, index) => segment === "" && (index < segments.length - 1 || endsInValue))) {
    throw new Unfit("an argument that is part of the path is missing or empty");
  }
  return rendered;
}

/** Servers differ in how often they decode a path, so that every reading of it must stay where it is. */
function leavesItsPlace(segment: string): boolean {
  let reading = segment;
  for (let times = 0; times < 6; times += 1) {
    if (reading.split(/[/\\]/).some((part) => part === "." || part === "..")) return true;
    if (reading.includes("\\") || hasControl(reading)) return true;
    try {
      reading = decodeURIComponent(reading);
    } catch {
      return false;
    }
  }
  return false;
}

function headerOf(name: string, template: string, args: JsonObject): string {
  const value = render(template, "plain", args).trim();
  if (hasControl(value) || [...value].some((letter) => letter > "\u00ff")) {
    throw new Unfit(`the value of the header ${name} has a character that a header cannot carry`);
  }
  return value;
}

function bodyOf(binding: HttpBinding, args: JsonObject): string | undefined {
  if (binding.body === undefined) return undefined;
  if (typeof binding.body === "string") return render(binding.body, bodyTarget(binding), args);
  return JSON.stringify(fill(binding.body, args) ?? null);
}

/** A JSON value with its texts rendered; a property whose only value is an argument that was not given is left out. */
function fill(value: JsonValue, args: JsonObject): JsonValue | undefined {
  if (typeof value === "string") {
    const whole = wholeValue(value, args);
    return whole ? whole.value : render(value, "plain", args);
  }
  if (Array.isArray(value)) return value.map((item) => fill(item, args)).filter((item) => item !== undefined);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const filled = fill(item, args);
    return filled === undefined ? [] : [[key, filled] as const];
  });
  return Object.fromEntries(entries);
}

function defaultType(body: JsonValue): string {
  return typeof body !== "string" || bodyTarget({ headers: {}, body }) === "json"
    ? "application/json"
    : "text/plain; charset=utf-8";
}

function hasControl(text: string): boolean {
  return [...text].some((letter) => letter < " " || letter === "\u007f");
}
