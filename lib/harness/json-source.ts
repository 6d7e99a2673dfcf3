import type { JsonValue } from "@/lib/contracts/ids";
import { type Place, placeAt } from "./diagnose";

export type JsonSource =
  | { ok: true; value: JsonValue; placeOf(pointer: string): Place }
  | { ok: false; message: string; place: Place };

const LITERALS: readonly (readonly [string, JsonValue])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];
const MAX_DEPTH = 200;

class JsonSyntaxError extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** Strict JSON (RFC 8259) that knows where its values stand, by JSON pointer. A key that occurs twice is an error. */
export function parseJsonSource(text: string): JsonSource {
  const reader = new JsonReader(text);
  try {
    const value = reader.document();
    return {
      ok: true,
      value,
      placeOf: (pointer) => placeAt(text, nearestOffset(reader.offsets, pointer)),
    };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { ok: false, message: error.message, place: placeAt(text, error.offset) };
    throw error;
  }
}

/** A reference token of RFC 6901. */
export function pointerToken(key: string | number): string {
  return String(key).replaceAll("~", "~0").replaceAll("/", "~1");
}

function nearestOffset(offsets: ReadonlyMap<string, number>, pointer: string): number {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const offset = offsets.get(at);
    if (offset !== undefined || at === "") return offset ?? 0;
  }
}

class JsonReader {
  readonly offsets = new Map<string, number>();
  #at = 0;

  constructor(readonly text: string) {}

  document(): JsonValue {
    const value = this.#value("", 0);
    this.#space();
    if (this.#at < this.text.length) throw this.#error("expected the end of the file");
    return value;
  }

  #value(pointer: string, depth: number): JsonValue {
    if (depth > MAX_DEPTH) throw this.#error(`nested deeper than ${MAX_DEPTH} levels`);
    this.#space();
    this.offsets.set(pointer, this.#at);
    const first = this.text[this.#at];
    if (first === "{") return this.#object(pointer, depth);
    if (first === "[") return this.#array(pointer, depth);
    if (first === '"') return this.#string();
    for (const [word, value] of LITERALS) {
      if (this.text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#number();
  }

  #object(pointer: string, depth: number): JsonValue {
    const entries = new Map<string, JsonValue>();
    this.#at += 1;
    if (this.#taken("}")) return {};
    do {
      this.#space();
      if (this.text[this.#at] !== '"') throw this.#error("expected a key in double quotes");
      const keyAt = this.#at;
      const key = this.#string();
      if (entries.has(key)) throw new JsonSyntaxError(`the key "${key}" occurs twice`, keyAt);
      if (!this.#taken(":")) throw this.#error('expected ":"');
      entries.set(key, this.#value(`${pointer}/${pointerToken(key)}`, depth + 1));
    } while (this.#taken(","));
    if (!this.#taken("}")) throw this.#error('expected "," or "}"');
    return Object.fromEntries(entries);
  }

  #array(pointer: string, depth: number): JsonValue {
    const items: JsonValue[] = [];
    this.#at += 1;
    if (this.#taken("]")) return items;
    do items.push(this.#value(`${pointer}/${items.length}`, depth + 1));
    while (this.#taken(","));
    if (!this.#taken("]")) throw this.#error('expected "," or "]"');
    return items;
  }

  #string(): string {
    const pattern = /"(?:[^"\\\n]+|\\.)*"/y;
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (!found) throw this.#error("this string is not closed");
    try {
      const text = String(JSON.parse(found[0]));
      this.#at = pattern.lastIndex;
      return text;
    } catch {
      throw this.#error("this string has a bad escape or a raw control character");
    }
  }

  #number(): number {
    const pattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (!found) throw this.#error(this.#at < this.text.length ? "expected a value" : "the file ends too early");
    this.#at = pattern.lastIndex;
    return Number(found[0]);
  }

  #taken(mark: string): boolean {
    this.#space();
    if (this.text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  #space(): void {
    while (/[ \t\n\r]/.test(this.text[this.#at] ?? "")) this.#at += 1;
  }

  #error(message: string): JsonSyntaxError {
    return new JsonSyntaxError(message, this.#at);
  }
}
