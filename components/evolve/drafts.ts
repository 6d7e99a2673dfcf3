import type { Entry, FileChange } from "@/lib/contracts/evolution";
import { applyHunks, type Hunk, hunksOf, overlaps } from "./hunks";

/** An unsaved edit of one entry. */
export interface Draft {
  /** Title of the entry, which may be gone by the time the edit is looked for. */
  title: string;
  /** The revision of the entry that it was begun from; saved over another one it is a conflict. */
  revision: number;
  /** The right side by path, null where the file is not to be there. */
  files: Record<string, string | null>;
  /** Hunks that were dropped, newest last. */
  dropped: { path: string; hunk: Hunk }[];
  /** Whether a person asked to write, and did not only drop hunks. */
  writing: boolean;
}

/** A hunk as the review lists it. One that was dropped and whose lines are changed otherwise cannot be taken back. */
export interface HunkRow {
  path: string;
  hunk: Hunk;
  kept: boolean;
  restorable: boolean;
}

export const beginDraft = (entry: Entry, writing: boolean): Draft => ({
  title: entry.title,
  revision: entry.revision,
  files: Object.fromEntries(entry.changes.map((change) => [change.path, change.head])),
  dropped: [],
  writing,
});

/** The right side of a file as the draft has it, or as the entry does where there is no draft. */
export function rightSide(change: FileChange, draft: Draft | null): string | null {
  const text = draft?.files[change.path];
  return text === undefined ? change.head : text;
}

/** The hunks of a file in the order of its base, those that were dropped among them. */
export function hunkRows(change: FileChange, draft: Draft | null): HunkRow[] {
  const { path } = change;
  const current = hunksOf(change.base, rightSide(change, draft));
  const kept = current.map((hunk) => ({ path, hunk, kept: true, restorable: false }));
  const dropped = (draft?.dropped ?? [])
    .filter((item) => item.path === path && !current.some((hunk) => same(hunk, item.hunk)))
    .map(({ hunk }) => ({ path, hunk, kept: false, restorable: !current.some((one) => overlaps(one, hunk)) }));
  return [...kept, ...dropped].sort((a, b) => a.hunk.at - b.hunk.at || Number(b.kept) - Number(a.kept));
}

const same = (one: Hunk, other: Hunk): boolean =>
  one.at === other.at &&
  one.removed.join("") === other.removed.join("") &&
  one.added.join("") === other.added.join("") &&
  one.file === other.file;

/** All hunks of an entry, file by file: what n and p walk through. */
export const entryHunks = (entry: Entry, draft: Draft | null): HunkRow[] =>
  entry.changes.flatMap((change) => hunkRows(change, draft));

/** Drops a hunk that is kept. */
export function dropHunk(draft: Draft, change: FileChange, hunk: Hunk): Draft {
  const { path, base } = change;
  const left = hunksOf(base, rightSide(change, draft)).filter((one) => !same(one, hunk));
  return {
    ...draft,
    files: { ...draft.files, [path]: applyHunks(base, left) },
    dropped: [...draft.dropped.filter((item) => item.path !== path || !same(item.hunk, hunk)), { path, hunk }],
  };
}

/** Takes a dropped hunk back; the draft as it is where its lines are changed otherwise by now. */
export function restoreHunk(draft: Draft, change: FileChange, hunk: Hunk): Draft {
  const { path, base } = change;
  const current = hunksOf(base, rightSide(change, draft));
  if (current.some((one) => overlaps(one, hunk))) return draft;
  return {
    ...draft,
    files: { ...draft.files, [path]: applyHunks(base, [...current, hunk]) },
    dropped: draft.dropped.filter((item) => item.path !== path || !same(item.hunk, hunk)),
  };
}

/** Takes the hunk back that was dropped last. */
export function undoDrop(draft: Draft, entry: Entry): Draft {
  const last = draft.dropped.at(-1);
  const change = entry.changes.find((item) => item.path === last?.path);
  return last && change ? restoreHunk(draft, change, last.hunk) : draft;
}

/** Whether the right side differs from the entry's. */
export const isChanged = (draft: Draft, entry: Entry): boolean =>
  entry.changes.some((change) => rightSide(change, draft) !== change.head);

/** Whether nothing of the entry is left, so that it is to be rejected and not edited. */
export const isEmptied = (draft: Draft, entry: Entry): boolean =>
  entry.changes.every((change) => rightSide(change, draft) === change.base);

/** The draft, or null where dropping and taking back came to nothing and nobody asked to write. */
export const settled = (draft: Draft, entry: Entry): Draft | null =>
  draft.writing || draft.dropped.length > 0 || isChanged(draft, entry) ? draft : null;
