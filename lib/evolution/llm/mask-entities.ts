import type { JsonValue } from "@/lib/contracts/ids";
import type { Trajectory } from "@/lib/contracts/trajectory";
import type { EvaluatedCase } from "../evaluated-case";

const NAME_KEY = /^(?:name|title|brand|product|shop|store|seller|anchor|host|viewer|author|sku|model)(?:_\w+)?$/i;
const NAME_LENGTH = { least: 2, most: 80 };
const DEEPEST = 8;

function namesIn(value: JsonValue, key: string, found: Set<string>, depth = 0): void {
  if (depth > DEEPEST || value === null) return;
  if (typeof value === "string") {
    const name = value.trim();
    if (NAME_KEY.test(key) && name.length >= NAME_LENGTH.least && name.length <= NAME_LENGTH.most) found.add(name);
    return;
  }
  if (typeof value !== "object") return;
  const entries = Array.isArray(value) ? value.map((item) => [key, item] as const) : Object.entries(value);
  for (const [inner, item] of entries) namesIn(item, inner, found, depth + 1);
}

/** Names that belong to one case alone: of products, shops and people in its context and its tool results, and its own id. */
export function entityNames({ item }: EvaluatedCase, trajectory: Trajectory | null): string[] {
  const found = new Set<string>([item.id]);
  namesIn(item.context, "", found);
  for (const { viewer } of item.input.comments) if (viewer !== undefined) namesIn(viewer, "viewer", found);
  for (const step of trajectory?.steps ?? []) {
    if (step.type !== "tool-call") continue;
    namesIn(step.arguments, "", found);
    if (step.outcome.ok) namesIn(step.outcome.result, "", found);
  }
  return [...found];
}

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"']+/giu;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A text without what only one case knows: links, the given names and numbers each become a mark. */
export function maskEntities(text: string, names: readonly string[]): string {
  const longestFirst = [...names].sort((a, b) => b.length - a.length);
  const withoutNames = longestFirst.reduce(
    (masked, name) => masked.replace(new RegExp(escaped(name), "giu"), "<name>"),
    text.replace(LINK, "<link>"),
  );
  return withoutNames.replace(/\d+(?:[.,:/-]\d+)*/g, "#");
}
