import { diffArrays } from "diff";
import type { Bundle } from "@/lib/contracts/harness";
import type { FileDifference } from "@/lib/contracts/version";
import { kindOf } from "./kind";

/** A run of lines that differs. Indices count lines from 0; `end` is exclusive. */
export interface LineHunk {
  base: { start: number; end: number };
  head: { start: number; end: number };
}

/** Lines with their line breaks, so that joining them restores the text. */
export function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/** Where two lists of lines differ, in order. Very different lists come back as one hunk. */
export function lineHunks(base: readonly string[], head: readonly string[]): LineHunk[] {
  const parts = diffArrays([...base], [...head], { maxEditLength: 4_000 });
  if (parts === undefined) return [{ base: { start: 0, end: base.length }, head: { start: 0, end: head.length } }];
  const hunks: LineHunk[] = [];
  let baseLine = 0;
  let headLine = 0;
  let open: LineHunk | undefined;
  for (const part of parts) {
    if (!part.added && !part.removed) {
      open = undefined;
      baseLine += part.count;
      headLine += part.count;
      continue;
    }
    if (open === undefined) {
      open = { base: { start: baseLine, end: baseLine }, head: { start: headLine, end: headLine } };
      hunks.push(open);
    }
    if (part.removed) baseLine += part.count;
    else headLine += part.count;
    open.base.end = baseLine;
    open.head.end = headLine;
  }
  return hunks;
}

/** The files that differ between two bundles, in path order, with line counts. */
export function diffBundles(base: Bundle, head: Bundle): FileDifference[] {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].sort();
  return paths.flatMap((path) => {
    const before = base[path];
    const after = head[path];
    if (before === after) return [];
    const hunks = lineHunks(linesOf(before ?? ""), linesOf(after ?? ""));
    return [
      {
        path,
        kind: kindOf(path),
        change: before === undefined ? "added" : after === undefined ? "removed" : "changed",
        base: before ?? null,
        head: after ?? null,
        linesAdded: hunks.reduce((sum, hunk) => sum + hunk.head.end - hunk.head.start, 0),
        linesRemoved: hunks.reduce((sum, hunk) => sum + hunk.base.end - hunk.base.start, 0),
      } satisfies FileDifference,
    ];
  });
}
