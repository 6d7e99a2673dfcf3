import type { FileChange } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import { diffBundles, lineHunks, linesOf } from "@/lib/harness/diff";
import { countTokens } from "@/lib/harness/tokens";
import type { AddedLine } from "./leak-scan";

/** The files that differ between two bundles, each with both sides. */
export const fileChanges = (base: Bundle, head: Bundle): FileChange[] =>
  diffBundles(base, head).map(({ path, kind, base: before, head: after }) => ({ path, kind, base: before, head: after }));

/** Tokens on the right sides less those on the left sides; negative where text was removed. */
export const tokenDifference = (changes: readonly FileChange[]) =>
  changes.reduce((sum, change) => sum + countTokens(change.head ?? "") - countTokens(change.base ?? ""), 0);

/** Lines that stand on the right sides alone, with their line numbers from 1. */
export function addedLines(changes: readonly FileChange[]): AddedLine[] {
  return changes.flatMap((change) => {
    const head = linesOf(change.head ?? "");
    return lineHunks(linesOf(change.base ?? ""), head).flatMap((hunk) =>
      head.slice(hunk.head.start, hunk.head.end).map((text, index) => ({
        path: change.path,
        line: hunk.head.start + index + 1,
        text: text.replace(/\r?\n$/, ""),
      })),
    );
  });
}
