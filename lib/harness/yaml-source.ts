import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import type { Diagnostic } from "@/lib/contracts/harness";
import { diagnostic, type Place } from "./diagnose";

/** A parsed YAML text that still knows where its values stand. */
export interface YamlSource {
  /** Undefined where the text does not parse. */
  value: unknown;
  diagnostics: Diagnostic[];
  /** Place of the value at a path, of its nearest parent where it is absent. */
  placeOf(path: readonly (string | number)[]): Place;
  /** Place of a key of the top level, or of the mapping at `parent`. */
  placeOfKey(key: string, parent?: readonly string[]): Place;
}

/** Parses YAML 1.2. `firstLine` is the line of the file on which the text begins. */
export function parseYaml(path: string, text: string, firstLine = 1): YamlSource {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true });
  const at = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(1, line) + firstLine - 1, column: Math.max(1, col) };
  };
  const start: Place = { line: firstLine, column: 1 };
  const diagnostics = document.errors.map((error) =>
    diagnostic(path, "error", "yaml-syntax", firstSentence(error.message), at(error.pos[0])),
  );
  let value: unknown;
  if (diagnostics.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: 50 });
    } catch (error) {
      diagnostics.push(
        diagnostic(path, "error", "yaml-syntax", error instanceof Error ? error.message : "cannot be read", start),
      );
    }
  }
  return {
    value,
    diagnostics,
    placeOf(keys) {
      for (let depth = keys.length; depth > 0; depth--) {
        const node: unknown = document.getIn(keys.slice(0, depth), true);
        const range = hasRange(node) ? node.range : undefined;
        if (range) return at(range[0]);
      }
      return start;
    },
    placeOfKey(key, parent = []) {
      const map: unknown = parent.length === 0 ? document.contents : document.getIn(parent, true);
      if (!isMap(map)) return start;
      const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key);
      return pair && isScalar(pair.key) && pair.key.range ? at(pair.key.range[0]) : start;
    },
  };
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range);
}

function firstSentence(message: string): string {
  return message.split("\n")[0] ?? message;
}
