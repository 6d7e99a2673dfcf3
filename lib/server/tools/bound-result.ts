import "server-only";
import type { JsonValue } from "@/lib/contracts/ids";

export interface ResultBounds {
  /** Nesting that is kept. */
  depth: number;
  /** Items and properties that are kept in all. */
  nodes: number;
  /** Characters of all texts together. */
  characters: number;
}

export const RESULT_BOUNDS: ResultBounds = { depth: 32, nodes: 20_000, characters: 400_000 };

const CUT = "… (cut)";

/** A JSON value within bounds: what exceeds them is cut, and says so. Keys such as `__proto__` stay plain data. */
export const boundResult = (value: JsonValue, bounds?: ResultBounds): JsonValue => cutToBounds(value, bounds).value;

/** The value within bounds, and whether anything of it had to be cut. */
export function cutToBounds(value: JsonValue, bounds: ResultBounds = RESULT_BOUNDS): { value: JsonValue; cut: boolean } {
  let cut = false;
  let nodes = bounds.nodes;
  let characters = bounds.characters;

  function text(whole: string): string {
    cut ||= whole.length > characters;
    const kept = whole.length <= characters ? whole : `${whole.slice(0, characters)}${CUT}`;
    characters = Math.max(0, characters - whole.length);
    return kept;
  }

  function copy(node: JsonValue, depth: number): JsonValue {
    nodes -= 1;
    if (typeof node === "string") return text(node);
    if (typeof node !== "object" || node === null) return node;
    if (depth >= bounds.depth) {
      cut = true;
      return CUT;
    }
    if (Array.isArray(node)) {
      const items: JsonValue[] = [];
      for (const item of node) {
        if (nodes <= 0 || characters <= 0) {
          cut = true;
          return [...items, CUT];
        }
        items.push(copy(item, depth + 1));
      }
      return items;
    }
    const entries: [string, JsonValue][] = [];
    for (const [key, item] of Object.entries(node)) {
      if (nodes <= 0 || characters <= 0) {
        cut = true;
        entries.push([CUT, true]);
        break;
      }
      entries.push([text(key), copy(item, depth + 1)]);
    }
    return Object.fromEntries(entries);
  }

  const kept = copy(value, 0);
  return { value: kept, cut };
}
