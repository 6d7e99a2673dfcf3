import { Liquid, type Template } from "liquidjs";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import { LIQUID_SETTINGS, liquidMessage } from "./liquid";

/**
 * Where a rendered value ends up. `url` and `form` percent-encode every value, `json` escapes it as the inside of a JSON string
 * (`| json` writes a whole JSON value), `plain` leaves it as it is.
 */
export type TemplateTarget = "url" | "form" | "json" | "plain";

export type BindingTemplate =
  | { ok: true; template: Template[]; target: TemplateTarget; variables: string[][] }
  | { ok: false; message: string };

/** A value that a filter has already made fit for its place. */
class Encoded {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

const encodeForUrl = (value: unknown) => encodeURIComponent(wellFormed(textOf(value)));
const escapeForJson = (value: unknown) => JSON.stringify(textOf(value)).slice(1, -1);

const urlEngine = engineThat(encodeForUrl);
urlEngine.registerFilter("url_encode", (value: unknown) => new Encoded(encodeForUrl(value)));
const jsonEngine = engineThat(escapeForJson);
jsonEngine.registerFilter("json", (value: unknown) => new Encoded(JSON.stringify(value ?? null)));
const engines: Record<TemplateTarget, Liquid> = {
  url: urlEngine,
  form: urlEngine,
  json: jsonEngine,
  plain: new Liquid(LIQUID_SETTINGS),
};

/** Parses a template of a binding. `variables` are the paths that it reads from its scope, for example `["args", "link"]`. */
export function parseBindingTemplate(text: string, target: TemplateTarget): BindingTemplate {
  const engine = engines[target];
  try {
    const template = engine.parse(text);
    const variables = engine.globalVariableSegmentsSync(template).map((segments) => segments.map(String));
    return { ok: true, template, target, variables };
  } catch (error) {
    return { ok: false, message: liquidMessage(error) };
  }
}

/** Renders with `args` as the whole scope. @throws where the work exceeds its limits. */
export function renderBindingTemplate({ template, target }: Extract<BindingTemplate, { ok: true }>, args: JsonObject): string {
  return String(engines[target].renderSync(template, { args }));
}

/** The value that a text stands for where it is one plain output such as `{{ args.count }}`: its type is kept. */
export function wholeValue(text: string, args: JsonObject): { value: JsonValue | undefined } | null {
  const path = /^\{\{-?\s*args((?:\.[A-Za-z_][\w-]*)+)\s*-?\}\}$/.exec(text.trim())?.[1];
  if (path === undefined) return null;
  let value: JsonValue | undefined = args;
  for (const key of path.slice(1).split(".")) {
    value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return { value };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function engineThat(encode: (value: unknown) => string): Liquid {
  const engine = new Liquid({
    ...LIQUID_SETTINGS,
    outputEscape: (value: unknown) => (value instanceof Encoded ? value.text : encode(value)),
  });
  // Without this, `| raw` would put a value in unescaped.
  engine.registerFilter("raw", (value: unknown) => value);
  return engine;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" && !(value instanceof Encoded) ? JSON.stringify(value) : String(value);
}

/** A lone surrogate has no percent-encoding. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");
}
