import type { HttpBinding, Severity } from "@/lib/contracts/harness";
import type { JsonObject, JsonValue } from "@/lib/contracts/ids";
import { parseBindingTemplate, type TemplateTarget } from "./binding-template";
import { bodyTarget } from "./http-request";
import { pointerToken } from "./json-source";

/** A problem of a binding; the pointer (RFC 6901) counts from the binding. */
export interface BindingProblem {
  severity: Severity;
  code: string;
  message: string;
  pointer: string;
}

/** The connection's own headers, and those that carry keys: keys come from the studio's settings. */
const RESERVED_HEADERS = new Set([
  "authorization",
  "connection",
  "content-length",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** What is wrong with an http binding: its templates, its host, its headers, its body. */
export function httpBindingProblems(binding: HttpBinding, inputSchema: JsonObject): BindingProblem[] {
  const problems: BindingProblem[] = [];
  const report = (severity: Severity, code: string, message: string, pointer: string) =>
    problems.push({ severity, code, message, pointer });
  const template = (text: string, target: TemplateTarget, pointer: string) => {
    const parsed = parseBindingTemplate(text, target);
    if (!parsed.ok) return report("error", "liquid-syntax", parsed.message, pointer);
    for (const [root = "", argument] of parsed.variables) {
      if (root !== "args") {
        report("error", "tool-template-variable", `${root} is not known here; a binding reads args and nothing else`, pointer);
      } else if (argument !== undefined && !describes(inputSchema, argument)) {
        report("warning", "tool-template-argument", `the input schema describes no argument ${argument}`, pointer);
      }
    }
  };

  template(binding.url, "url", "/url");
  if (!/^https?:\/\/[^/{}?#\s@\\]+(?:[/?]|$)/i.test(binding.url)) {
    const message = "the address must begin with http:// or https:// and a fixed host; arguments belong in its path or query";
    report("error", "tool-url-host", message, "/url");
  } else if (/[#\\\s]/.test(binding.url.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, ""))) {
    report("error", "tool-url-invalid", "the address has a white space, a backslash or a fragment in it", "/url");
  }

  const names = new Set<string>();
  for (const [name, value] of Object.entries(binding.headers)) {
    const pointer = `/headers/${pointerToken(name)}`;
    const lower = name.toLowerCase();
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(name)) {
      report("error", "tool-header-invalid", `${JSON.stringify(name)} is not the name of a header`, pointer);
    } else if (RESERVED_HEADERS.has(lower)) {
      const why = "is set by the studio; keys belong to the tool service in its settings";
      report("error", "tool-header-reserved", `the header ${name} ${why}`, pointer);
    }
    if (names.has(lower)) report("error", "tool-header-invalid", `the header ${name} occurs twice`, pointer);
    names.add(lower);
    template(value, "plain", pointer);
  }

  if (binding.body !== undefined) {
    if (binding.method === "GET") report("error", "tool-body-unexpected", "a GET request has no body", "/body");
    if (typeof binding.body === "string") template(binding.body, bodyTarget(binding), "/body");
    else for (const [pointer, text] of textsIn(binding.body, "/body")) template(text, "plain", pointer);
  }
  if (binding.result !== "" && !/^\/(?:[^~]|~[01])*$/.test(binding.result)) {
    report("error", "tool-result-pointer", 'result must be a JSON pointer such as "/data/price"', "/result");
  }
  return problems;
}

function describes({ properties, additionalProperties }: JsonObject, argument: string): boolean {
  const described = typeof properties === "object" && properties !== null && Object.hasOwn(properties, argument);
  return described || (additionalProperties !== undefined && additionalProperties !== false);
}

function textsIn(value: JsonValue, pointer: string): [pointer: string, text: string][] {
  if (typeof value === "string") return [[pointer, value]];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, `${pointer}/${index}`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, `${pointer}/${pointerToken(key)}`));
}
