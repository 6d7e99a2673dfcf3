import type { MessageOrigin } from "@/lib/client/message-origins";

/** A part of one prompt beside the same part of the other; null on the side that has none. */
export interface PartPair {
  key: string;
  base: MessageOrigin | null;
  head: MessageOrigin | null;
}

/** Parts are the same part where they come from the same place; the second of a kind pairs with the second. */
function keyed(parts: readonly MessageOrigin[]): Map<string, MessageOrigin> {
  const seen = new Map<string, number>();
  return new Map(
    parts.map((part) => {
      const place = `${part.kind} ${part.role} ${part.path ?? part.title}`;
      const count = seen.get(place) ?? 0;
      seen.set(place, count + 1);
      return [`${place} ${count}`, part];
    }),
  );
}

/** The parts of two prompts that differ, in the order of the head, then those that only the base has. */
export function promptDifference(base: readonly MessageOrigin[], head: readonly MessageOrigin[]): PartPair[] {
  const left = keyed(base);
  const right = keyed(head);
  const pairs = [...new Set([...right.keys(), ...left.keys()])].map((key) => ({
    key,
    base: left.get(key) ?? null,
    head: right.get(key) ?? null,
  }));
  return pairs.filter((pair) => pair.base?.text !== pair.head?.text);
}
