import "server-only";
import type { HttpBinding } from "@/lib/contracts/harness";
import { Json, type JsonValue } from "@/lib/contracts/ids";
import { valueAtPointer } from "@/lib/harness/json-pointer";
import { excerpt, ToolFailure } from "./tool-failure";

export interface HttpAnswer {
  status: number;
  /** Content type; empty where none is given. */
  type: string;
  location: string | null;
  text: string;
}

const EXCERPT = 200;

/**
 * The result in an answer: JSON, or a text, or the part of it that the binding points at.
 * @throws ToolFailure with words of the answer, which go through `mask` first.
 */
export function resultOf({ status, type, text }: HttpAnswer, { result }: HttpBinding, mask: (text: string) => string): JsonValue {
  if (status < 200 || status > 299) throw statusFailure(status, mask(text));
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
  if (!isJson && !/^text\/|^$/i.test(type) && text !== "") {
    throw new ToolFailure("malformed", `The tool answered with ${excerpt(mask(type), 80)} instead of JSON or text.`);
  }
  const whole = isJson && text !== "" ? parsed(text) : type === "" ? parsedOrText(text) : text;
  const part = valueAtPointer(whole, result);
  if (part === undefined) throw new ToolFailure("malformed", `The tool's answer has nothing at ${result}.`);
  return part;
}

function parsed(text: string): JsonValue {
  try {
    return Json.parse(JSON.parse(text));
  } catch {
    throw new ToolFailure("malformed", "The tool's answer is not valid JSON.");
  }
}

function parsedOrText(text: string): JsonValue {
  try {
    return Json.parse(JSON.parse(text));
  } catch {
    return text;
  }
}

function statusFailure(status: number, body: string): ToolFailure {
  const said = excerpt(body, EXCERPT);
  const says = (what: string) => `${what} (HTTP ${status})${said === "" ? "" : `: ${said}`}`;
  if (status === 401 || status === 403) return new ToolFailure("permission-denied", says("The tool refused the request"));
  if (status === 404 || status === 410) return new ToolFailure("not-found", says("The tool found nothing"));
  if (status === 408 || status === 504) return new ToolFailure("timeout", says("The tool took too long"));
  if (status === 429 || status >= 500) return new ToolFailure("unavailable", says("The tool is not available"));
  if (status >= 400) return new ToolFailure("invalid-arguments", says("The tool did not accept the request"));
  return new ToolFailure("malformed", `The tool answered with the unexpected status ${status}.`);
}
