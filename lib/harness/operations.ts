import type { Anchor, Operation } from "@/lib/contracts/evolution";
import { type Bundle, BundlePath, type Diagnostic } from "@/lib/contracts/harness";
import type { JsonValue } from "@/lib/contracts/ids";
import { diagnostic } from "./diagnose";
import { lineHunks, linesOf } from "./diff";
import { hashText } from "./hash";
import { setAtPointer } from "./json-pointer";
import { parseJsonSource } from "./json-source";
import { renameUnit } from "./rename";

type AnchoredOperation = Extract<Operation, { anchor: Anchor }>;

export type Applied = { ok: true; bundle: Bundle } | { ok: false; problems: Diagnostic[] };

/**
 * Applies operations in order, all or none. `base` is the bundle the operations were written against (default: `bundle`
 * itself): base hashes are checked there, anchors must occur exactly once in the current text. So entries written against
 * one base can be applied one after the other.
 */
export function applyOperations(bundle: Bundle, operations: readonly Operation[], base: Bundle = bundle): Applied {
  const current = new Map(Object.entries(bundle));
  const problems: Diagnostic[] = [];
  for (const operation of operations) {
    const problem = applyOne(current, operation, base);
    if (problem) problems.push(problem);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, bundle: Object.fromEntries(current) };
}

/** Operations that turn the result of `operations` back into `bundle`, byte for byte. */
export function invert(
  bundle: Bundle,
  operations: readonly Operation[],
  base: Bundle = bundle,
): { ok: true; operations: Operation[] } | { ok: false; problems: Diagnostic[] } {
  const applied = applyOperations(bundle, operations, base);
  return applied.ok ? { ok: true, operations: operationsBetween(applied.bundle, bundle) } : applied;
}

/**
 * Operations that turn `base` into `head`: whole files created and deleted, and one anchored edit a hunk. An anchor takes in
 * neighbouring lines until its text occurs once.
 */
export function operationsBetween(base: Bundle, head: Bundle): Operation[] {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].sort();
  return paths.flatMap((path): Operation[] => {
    const before = base[path];
    const after = head[path];
    if (before === after) return [];
    if (before === undefined) return [{ op: "create-file", path, text: after ?? "" }];
    const remove: Operation = { op: "delete-file", path, baseHash: hashText(before) };
    if (after === undefined) return [remove];
    if (before === "") return [remove, { op: "create-file", path, text: after }];
    return hunkOperations(path, before, after);
  });
}

function applyOne(current: Map<string, string>, operation: Operation, base: Bundle): Diagnostic | null {
  const path = "path" in operation ? operation.path : operation.anchor.path;
  const problem = (code: string, message: string) => diagnostic(path, "error", code, message);
  const text = current.get(path);
  if (operation.op === "create-file") {
    if (text !== undefined) return problem("file-exists", "the file to create is already there");
    if (!BundlePath.safeParse(path).success) return problem("path-invalid", "not a valid path inside a bundle");
    current.set(path, operation.text);
    return null;
  }
  if (text === undefined) return problem("file-missing", "the file to edit is not there");
  const baseHash = "anchor" in operation ? operation.anchor.baseHash : operation.baseHash;
  if (hashText(base[path] ?? text) !== baseHash)
    return problem("base-changed", "the edit was written against another content of this file");
  switch (operation.op) {
    case "delete-file":
      current.delete(path);
      return null;
    case "set-field": {
      const source = parseJsonSource(text);
      if (!source.ok) return diagnostic(path, "error", "json-syntax", source.message, source.place);
      const changed = setAtPointer(source.value, operation.pointer, operation.value);
      if (!changed.ok) return problem("pointer-missing", changed.message);
      current.set(path, formatJson(changed.value, text));
      return null;
    }
    case "rename":
      return applyRename(current, path, operation.to);
    default:
      return applyAnchored(current, text, operation, problem);
  }
}

function applyRename(current: Map<string, string>, path: string, to: string): Diagnostic | null {
  const renamed = renameUnit(Object.fromEntries(current), path, to);
  if (!renamed.ok) return renamed.problem;
  current.clear();
  for (const [file, text] of Object.entries(renamed.bundle)) current.set(file, text);
  return null;
}

function applyAnchored(
  current: Map<string, string>,
  text: string,
  operation: AnchoredOperation,
  problem: (code: string, message: string) => Diagnostic,
): Diagnostic | null {
  const { anchor } = operation;
  const at = text.indexOf(anchor.text);
  if (at === -1) return problem("anchor-missing", `the text to edit is not in the file: ${excerpt(anchor.text)}`);
  if (text.indexOf(anchor.text, at + 1) !== -1)
    return problem("anchor-ambiguous", `the text to edit occurs more than once: ${excerpt(anchor.text)}`);
  const end = at + anchor.text.length;
  current.set(anchor.path, text.slice(0, at) + anchoredText(operation) + text.slice(end));
  return null;
}

function anchoredText(operation: AnchoredOperation): string {
  switch (operation.op) {
    case "replace":
      return operation.text;
    case "insert-before":
      return operation.text + operation.anchor.text;
    case "insert-after":
      return operation.anchor.text + operation.text;
    case "delete":
      return "";
  }
}

function hunkOperations(path: string, before: string, after: string): Operation[] {
  const baseLines = linesOf(before);
  const headLines = linesOf(after);
  const baseHash = hashText(before);
  const current = [...baseLines];
  let shift = 0;
  return lineHunks(baseLines, headLines).map((hunk): Operation => {
    const start = hunk.base.start + shift;
    const end = hunk.base.end + shift;
    const added = headLines.slice(hunk.head.start, hunk.head.end);
    const [from, to] = uniqueRange(current, start, end);
    const lead = current.slice(from, start).join("");
    const old = current.slice(start, end).join("");
    const trail = current.slice(end, to).join("");
    const anchor: Anchor = { path, baseHash, text: lead + old + trail, count: 1 };
    const text = added.join("");
    current.splice(start, end - start, ...added);
    shift += added.length - (end - start);
    if (old === "" && trail === "") return { op: "insert-after", anchor, text };
    if (old === "" && lead === "") return { op: "insert-before", anchor, text };
    if (lead + text + trail === "") return { op: "delete", anchor };
    return { op: "replace", anchor, text: lead + text + trail };
  });
}

/** Widens a range of lines, above first, until its text is not empty and occurs once. */
function uniqueRange(lines: readonly string[], start: number, end: number): [from: number, to: number] {
  const whole = lines.join("");
  let from = start;
  let to = end;
  for (;;) {
    const text = lines.slice(from, to).join("");
    const at = text === "" ? -1 : whole.indexOf(text);
    const unique = at !== -1 && whole.indexOf(text, at + 1) === -1;
    if (unique || (from === 0 && to === lines.length)) return [from, to];
    if (from > 0 && (start - from <= to - end || to === lines.length)) from -= 1;
    else to += 1;
  }
}

function formatJson(value: JsonValue, previous: string): string {
  return JSON.stringify(value, null, 2) + (previous.endsWith("\n") ? "\n" : "");
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
