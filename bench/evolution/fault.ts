import type { Bundle, Harness } from "@/lib/contracts/harness";
import type { EvaluatedCase } from "@/lib/evolution/evaluated-case";
import type { Draws } from "./draws";

export const FAULT_KINDS = [
  "missing-rule",
  "wrong-tool-description",
  "blocking-hook",
  "contradictory-prompt",
  "overlapping-skill",
  "harmful-rule",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** What was wronged, and how; `apply` gives the bundle with the fault, whatever other faults are in it. */
export interface Fault {
  kind: FaultKind;
  path: string;
  /** For the report, never for the analyst. */
  what: string;
  apply(bundle: Bundle): Bundle;
}

/** The sound harness that faults are planted in, and its own run. */
export interface Ground {
  bundle: Bundle;
  harness: Harness;
  run: readonly EvaluatedCase[];
}

/** Draws a fault of one kind; null where the harness offers no place for it. */
export type Planter = (ground: Ground, draws: Draws) => Fault | null;

const ITEM = /^- \S/;

/** The list items of a file that hold no Liquid. */
export const itemsOf = (text: string): string[] => text.split("\n").filter((line) => ITEM.test(line) && !/\{[{%]/.test(line));

/** The text with a rule after its last list item, or at its end. */
export function withRule(text: string, rule: string): string {
  const lines = text.split("\n");
  const last = lines.findLastIndex((line) => ITEM.test(line) && !/\{[{%]/.test(line));
  if (last === -1) return `${text.trimEnd()}\n\n- ${rule}\n`;
  return [...lines.slice(0, last + 1), `- ${rule}`, ...lines.slice(last + 1)].join("\n");
}

export function changed(bundle: Bundle, path: string, edit: (text: string) => string): Bundle {
  const text = bundle[path];
  return text === undefined ? bundle : { ...bundle, [path]: edit(text) };
}
