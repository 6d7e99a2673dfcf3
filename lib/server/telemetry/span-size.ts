import "server-only";
import type { SpanDescription } from "./span-description";

/** Bytes of text that the attributes and events of one span hold at most. */
const MAX_TEXT = 32_000;
/** Characters of a name, which may be the model's own words. */
const MAX_NAME = 200;
/** What a span costs beside its texts: ids, times, the names that are shared. */
const OVERHEAD = 1_000;
/** A JavaScript string takes two bytes a character unless all of it is Latin. */
const BYTES_A_CHARACTER = 2;

type Attributes = Readonly<Record<string, unknown>>;
interface Sized {
  name: string;
  attributes: Attributes;
  events: readonly { name: string; attributes?: Attributes }[];
}

/**
 * Leaves out, in place, what goes beyond 32 kB of text: identity comes first in a span and stays. The attribute
 * `studio.omitted` names what was left out.
 */
export function boundSpan(span: SpanDescription): void {
  span.name = span.name.slice(0, MAX_NAME);
  let left = MAX_TEXT;
  const omitted = new Set<string>();
  for (const attributes of [span.attributes, ...span.events.map((event) => event.attributes)]) {
    for (const [name, value] of Object.entries(attributes)) {
      const bytes = bytesOf(value);
      if (bytes <= left) {
        left -= bytes;
      } else {
        delete attributes[name];
        omitted.add(name);
      }
    }
  }
  if (omitted.size > 0) span.attributes["studio.omitted"] = [...omitted];
}

/** Bytes of memory that a span takes, roughly and rather too many. */
export function bytesOfSpan({ name, attributes, events }: Sized): number {
  const texts = [attributes, ...events.map((event) => event.attributes ?? {})].flatMap((one) => Object.values(one));
  return OVERHEAD + bytesOf(name) + events.length * OVERHEAD + texts.reduce<number>((sum, text) => sum + bytesOf(text), 0);
}

function bytesOf(value: unknown): number {
  if (typeof value === "string") return value.length * BYTES_A_CHARACTER;
  return Array.isArray(value) ? value.reduce<number>((sum, one) => sum + bytesOf(one), 0) : 8;
}
