import { lineHunks } from "@/lib/harness/diff";

/** A file as one version has it. */
export interface FileVersion {
  version: string;
  path: string;
  text: string;
}

/** A line with the version that brought it in, and the path it had there. */
export interface TracedLine {
  text: string;
  version: string;
  path: string;
}

interface LineHistory {
  /** The lines of the newest version, in order. */
  lines: TracedLine[];
  /** Lines that stood in an earlier version and stand in the newest no more, in the order in which they went. */
  removed: (TracedLine & { removedBy: string })[];
}

/** Lines without their line breaks: a break added at the end of a file does not change its last line. */
export function textLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Which version of a chain, oldest first, brought each line of the newest in. Versions that did not change the file may be left out. */
export function traceLines(chain: readonly FileVersion[]): LineHistory {
  const removed: LineHistory["removed"] = [];
  let lines: TracedLine[] = [];
  for (const { version, path, text } of chain) {
    const head = textLines(text);
    const hunks = lineHunks(
      lines.map((line) => line.text),
      head,
    );
    const next: TracedLine[] = [];
    let at = 0;
    for (const hunk of hunks) {
      next.push(...lines.slice(at, hunk.base.start));
      for (const line of lines.slice(hunk.base.start, hunk.base.end)) {
        if (line.text.trim() !== "") removed.push({ ...line, removedBy: version });
      }
      for (const added of head.slice(hunk.head.start, hunk.head.end)) next.push({ text: added, version, path });
      at = hunk.base.end;
    }
    next.push(...lines.slice(at));
    lines = next;
  }
  return { lines, removed };
}

/** The share of lines that two texts have in common, 0 to 1, order aside. */
function likeness(one: string, other: string): number {
  const [a, b] = [textLines(one), textLines(other)];
  const left = new Map<string, number>();
  for (const line of a) left.set(line, (left.get(line) ?? 0) + 1);
  const common = b.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count > 0;
  });
  return a.length + b.length === 0 ? 1 : (2 * common.length) / (a.length + b.length);
}

/** Two files are one under another name where at least this share of their lines is common. */
const SAME_FILE = 0.5;

/** The file that a new one was renamed from: the likest of those that went away with it; null where none is like it. */
export function renamedFrom(text: string, gone: readonly { path: string; text: string }[]): string | null {
  const [best] = gone
    .map(({ path, text: other }) => ({ path, like: likeness(text, other) }))
    .sort((a, b) => b.like - a.like || (a.path < b.path ? -1 : 1));
  return best !== undefined && best.like >= SAME_FILE ? best.path : null;
}

/** An entry with what it alone makes of the files of its base. */
interface EntryChanges {
  id: string;
  order: number;
  changes: readonly { path: string; base: string | null; head: string | null }[];
}

/** Lines that each entry adds to a file, by text: the first entry that adds a line has brought it in. */
export function linesOfEntries(entries: readonly EntryChanges[], path: string): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { id, changes } of [...entries].sort((a, b) => a.order - b.order)) {
    for (const change of changes) {
      if (change.path !== path || change.head === null) continue;
      const head = textLines(change.head);
      for (const hunk of lineHunks(textLines(change.base ?? ""), head)) {
        for (const line of head.slice(hunk.head.start, hunk.head.end)) if (!owners.has(line)) owners.set(line, id);
      }
    }
  }
  return owners;
}
