import type { Operation } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import { linesOf } from "@/lib/harness/diff";
import { hashText } from "@/lib/harness/hash";

const BULLET = /^(\s*)([-*+]|\d+[.)])\s+\S/;

const occursOnce = (text: string, part: string) => {
  const at = text.indexOf(part);
  return at !== -1 && text.indexOf(part, at + 1) === -1;
};

/** Lines `index` and, as long as the text is not unique, those before it; null where nothing makes it unique. */
function uniqueUpTo(text: string, lines: readonly string[], index: number): string | null {
  for (let from = index; from >= 0; from--) {
    const part = lines.slice(from, index + 1).join("");
    if (occursOnce(text, part)) return part;
  }
  return null;
}

/** Line from which a file's body begins, after its front matter. */
function bodyStart(lines: readonly string[]): number {
  if (!/^---\s*$/.test(lines[0] ?? "")) return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^---\s*$/.test(line));
  return end === -1 ? lines.length : end + 1;
}

/** Lines outside any open Liquid tag and without Liquid of their own: a rule may follow them. */
function plainLines(lines: readonly string[], start: number): number[] {
  let depth = 0;
  const plain: number[] = [];
  lines.forEach((line, index) => {
    if (index < start) return;
    const tags = line.match(/\{%-?\s*(\w+)/g) ?? [];
    for (const tag of tags) {
      if (/\bend\w+$/.test(tag)) depth -= 1;
      else if (/\b(if|unless|for|case|capture|comment|raw|tablerow)$/.test(tag)) depth += 1;
    }
    if (depth === 0 && tags.length === 0 && !line.includes("{{")) plain.push(index);
  });
  return plain;
}

const nextMarker = (marker: string) => {
  const number = /^(\d+)([.)])$/.exec(marker);
  return number === null ? marker : `${Number(number[1]) + 1}${number[2]}`;
};

/**
 * The operation that adds a rule to a Markdown file: after the last item of its last list, in the manner of that list, or
 * else as a list of its own at the end. Null where no place is unique.
 */
export function addRule(bundle: Bundle, path: string, rule: string): Operation | null {
  const text = bundle[path];
  if (text === undefined) return null;
  const lines = linesOf(text);
  const plain = plainLines(lines, bodyStart(lines)).filter((index) => lines[index]?.trim() !== "");
  const lastItem = [...plain].reverse().find((index) => BULLET.test(lines[index] ?? ""));
  let at = lastItem ?? plain[plain.length - 1];
  if (at === undefined) return null;
  // An item may go on in indented lines.
  while (lastItem !== undefined && /^\s+\S/.test(lines[at + 1] ?? "") && plain.includes(at + 1)) at += 1;
  const anchor = uniqueUpTo(text, lines, at);
  if (anchor === null) return null;
  const bullet = lastItem === undefined ? null : BULLET.exec(lines[lastItem] ?? "");
  const lead = bullet === null ? "- " : `${bullet[1] ?? ""}${nextMarker(bullet[2] ?? "-")} `;
  const gap = `${anchor.endsWith("\n") ? "" : "\n"}${bullet === null ? "\n" : ""}`;
  const end = anchor.endsWith("\n") ? "\n" : "";
  return {
    op: "insert-after",
    anchor: { path, baseHash: hashText(text), text: anchor, count: 1 },
    text: `${gap}${lead}${rule}${end}`,
  };
}

/** A line of a file's body, without its line break. */
export interface BodyLine {
  path: string;
  index: number;
  text: string;
}

export function bodyLines(bundle: Bundle, path: string): BodyLine[] {
  const lines = linesOf(bundle[path] ?? "");
  return plainLines(lines, bodyStart(lines)).map((index) => ({ path, index, text: (lines[index] ?? "").replace(/\r?\n$/, "") }));
}

/** The operation that gives a line of a file another text; null where the line is not unique or does not change. */
export function replaceLine(bundle: Bundle, line: BodyLine, text: string): Operation | null {
  const whole = bundle[line.path];
  if (whole === undefined || line.text === text || !occursOnce(whole, line.text)) return null;
  return { op: "replace", anchor: { path: line.path, baseHash: hashText(whole), text: line.text, count: 1 }, text };
}

/** The marker of a list item ("- ", "3. "), or "" for a plain line. */
export const itemMarker = (line: string) => /^\s*(?:[-*+]|\d+[.)])\s+/.exec(line)?.[0] ?? "";

/**
 * The operation that appends a sentence to the description in a Skill's header. Reads a description that stands on one
 * line, plain or quoted, and folded blocks; null for anything else or where it would get longer than 1,024 characters.
 */
export function extendDescription(bundle: Bundle, path: string, description: string, sentence: string): Operation | null {
  const text = bundle[path];
  if (text === undefined || description.length + sentence.length + 1 > 1_024) return null;
  const lines = linesOf(text);
  const first = lines.findIndex((line, index) => index > 0 && index < bodyStart(lines) && line.startsWith("description:"));
  if (first === -1) return null;
  let last = first;
  while (/^\s+\S/.test(lines[last + 1] ?? "")) last += 1;
  const old = lines.slice(first, last + 1).join("");
  if (!occursOnce(text, old)) return null;
  const joined = `${description.trim().replace(/([^.!?。！？])$/, "$1.")} ${sentence}`;
  return {
    op: "replace",
    anchor: { path, baseHash: hashText(text), text: old, count: 1 },
    text: `description: ${JSON.stringify(joined)}\n`,
  };
}
