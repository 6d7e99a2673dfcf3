import { diffArrays } from "diff";

/** A run of changed lines of one file, placed in its base. Lines keep their line ends. */
export interface Hunk {
  /** Index, from 0, of the first base line it takes away; where it takes none, of the line it stands before. */
  at: number;
  removed: string[];
  added: string[];
  /** `created` and `deleted` stand for the whole file, also for an empty one. */
  file: "changed" | "created" | "deleted";
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** What sets `head` apart from `base`, in order; null on a side where the file does not exist. */
export function hunksOf(base: string | null, head: string | null): Hunk[] {
  if (base === null && head === null) return [];
  if (base === null) return [{ at: 0, removed: [], added: linesOf(head ?? ""), file: "created" }];
  if (head === null) return [{ at: 0, removed: linesOf(base), added: [], file: "deleted" }];
  const hunks: Hunk[] = [];
  let at = 0;
  let open: Hunk | null = null;
  for (const part of diffArrays(linesOf(base), linesOf(head))) {
    if (!part.added && !part.removed) {
      at += part.value.length;
      open = null;
      continue;
    }
    if (open === null) {
      open = { at, removed: [], added: [], file: "changed" };
      hunks.push(open);
    }
    (part.added ? open.added : open.removed).push(...part.value);
    if (part.removed) at += part.value.length;
  }
  return hunks;
}

/** `base` with these hunks of it applied. They must not overlap; their order does not matter. Null where no file is left. */
export function applyHunks(base: string | null, hunks: readonly Hunk[]): string | null {
  if (hunks.some((hunk) => hunk.file === "deleted")) return null;
  const created = hunks.find((hunk) => hunk.file === "created");
  if (base === null) return created ? created.added.join("") : null;
  const lines = linesOf(base);
  const made: string[] = [];
  let at = 0;
  for (const hunk of [...hunks].sort((a, b) => a.at - b.at || a.removed.length - b.removed.length)) {
    made.push(...lines.slice(at, hunk.at), ...hunk.added);
    at = hunk.at + hunk.removed.length;
  }
  return [...made, ...lines.slice(at)].join("");
}

/** Whether both change the same lines of the base, or insert at one place, so that only one of them can be applied. */
export function overlaps(one: Hunk, other: Hunk): boolean {
  if (one.file !== "changed" || other.file !== "changed") return true;
  const inside = one.at < other.at + other.removed.length && other.at < one.at + one.removed.length;
  return inside || (one.at === other.at && (one.removed.length === 0 || other.removed.length === 0));
}

/** The first and last line, from 1, that a hunk takes up on the right side, where `kept` are the hunks applied there. */
export function linesOnRight(hunk: Hunk, kept: readonly Hunk[]): { from: number; to: number } {
  const before = kept.filter((one) => one.at < hunk.at);
  const from = before.reduce((sum, one) => sum + one.added.length - one.removed.length, hunk.at) + 1;
  return { from, to: Math.max(from, from + hunk.added.length - 1) };
}

/** "+3 −1", and what it begins with. */
export function hunkWords(hunk: Hunk): { size: string; first: string } {
  const parts = [
    hunk.added.length > 0 ? `+${hunk.added.length}` : "",
    hunk.removed.length > 0 ? `−${hunk.removed.length}` : "",
  ].filter((part) => part !== "");
  const lines = hunk.added.length > 0 ? hunk.added : hunk.removed;
  const first = lines.find((line) => line.trim() !== "")?.trim() ?? "";
  return { size: parts.join(" ") || "empty", first: first.length > 160 ? `${first.slice(0, 159)}…` : first };
}
