import { describe, expect, it } from "vitest";
import type { Entry, FileChange } from "@/lib/contracts/evolution";
import { sampleEntry } from "@/lib/testing/stage-samples";
import {
  beginDraft,
  type Draft,
  dropHunk,
  entryHunks,
  type HunkRow,
  hunkRows,
  isChanged,
  isEmptied,
  restoreHunk,
  rightSide,
  settled,
  undoDrop,
} from "./drafts";

const skill: FileChange = {
  path: "skills/refund/SKILL.md",
  kind: "skill",
  base: "Ask first.\nBe short.\nThank them.\n",
  head: "Ask for the order first.\nBe short.\nThank them.\nSay when it arrives.\n",
};
const created: FileChange = { path: "hooks/check.js", kind: "hook", base: null, head: "export const events = [];\n" };
const entry: Entry = sampleEntry({ id: "e", revision: 4, changes: [skill, created] });

const row = (draft: Draft | null, change: FileChange, index: number): HunkRow => {
  const found = hunkRows(change, draft)[index];
  if (!found) throw new Error(`no hunk ${index}`);
  return found;
};
const start = beginDraft(entry, false);

describe("an unsaved edit", () => {
  it("begins with the entry's right side and names the revision it saw", () => {
    expect(start.revision).toBe(4);
    expect(start.files).toEqual({ [skill.path]: skill.head, [created.path]: created.head });
    expect(isChanged(start, entry)).toBe(false);
  });

  it("loses a hunk that is dropped, and lists it in its place to be taken back", () => {
    const draft = dropHunk(start, skill, row(start, skill, 0).hunk);
    expect(rightSide(skill, draft)).toBe("Ask first.\nBe short.\nThank them.\nSay when it arrives.\n");
    expect(hunkRows(skill, draft).map((item) => [item.kept, item.restorable])).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(rightSide(skill, restoreHunk(draft, skill, row(draft, skill, 0).hunk))).toBe(skill.head);
  });

  it("does not create a file whose only hunk is dropped", () => {
    const draft = dropHunk(start, created, row(start, created, 0).hunk);
    expect(draft.files[created.path]).toBeNull();
    expect(rightSide(created, undoDrop(draft, entry))).toBe(created.head);
  });

  it("takes hunks back newest first, and is none once nothing is changed", () => {
    const one = dropHunk(start, skill, row(start, skill, 0).hunk);
    const two = dropHunk(one, skill, row(one, skill, 1).hunk);
    expect(rightSide(skill, two)).toBe(skill.base);
    const back = undoDrop(two, entry);
    expect(rightSide(skill, back)).toBe(rightSide(skill, one));
    expect(settled(back, entry)).not.toBeNull();
    expect(settled(undoDrop(back, entry), entry)).toBeNull();
    expect(settled(beginDraft(entry, true), entry)).not.toBeNull();
  });

  it("does not take back a hunk whose lines a person wrote otherwise meanwhile", () => {
    const dropped = dropHunk(start, skill, row(start, skill, 0).hunk);
    const written = { ...dropped, files: { ...dropped.files, [skill.path]: "Ask twice.\nBe short.\nThank them.\n" } };
    const lost = hunkRows(skill, written).find((item) => !item.kept);
    expect(lost?.restorable).toBe(false);
    expect(lost && restoreHunk(written, skill, lost.hunk)).toBe(written);
  });

  it("forgets a dropped hunk that was written again by hand", () => {
    const dropped = dropHunk(start, skill, row(start, skill, 0).hunk);
    const written = { ...dropped, files: { ...dropped.files, [skill.path]: skill.head } };
    expect(hunkRows(skill, written).every((item) => item.kept)).toBe(true);
  });

  it("is emptied when every hunk of every file is dropped", () => {
    let draft = start;
    for (const change of entry.changes) {
      for (const { hunk } of hunkRows(change, start)) draft = dropHunk(draft, change, hunk);
    }
    expect(isEmptied(draft, entry)).toBe(true);
    expect(isEmptied(start, entry)).toBe(false);
  });

  it("walks the hunks file by file", () => {
    expect(entryHunks(entry, null).map((item) => item.path)).toEqual([skill.path, skill.path, created.path]);
  });
});
