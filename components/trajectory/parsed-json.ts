import { Json, type JsonValue } from "@/lib/contracts/ids";

/** The value that a text is the JSON of; the text itself where it is none. */
export function parsedJson(text: string): JsonValue {
  try {
    return Json.parse(JSON.parse(text));
  } catch {
    return text;
  }
}
