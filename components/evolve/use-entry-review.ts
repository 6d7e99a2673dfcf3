"use client";

import { useState } from "react";
import type { Entry, FileChange, Stage } from "@/lib/contracts/evolution";
import {
  beginDraft,
  type Draft,
  dropHunk,
  entryHunks,
  type HunkRow,
  isChanged,
  isEmptied,
  restoreHunk,
  settled,
  undoDrop,
} from "./drafts";
import type { EntryRights, ReviewAct } from "./review-keys";
import type { Drafts } from "./use-drafts";
import { entryDecision, type StageActions, type StageKey } from "./use-stage-actions";

interface EntryReviewSettings {
  stageKey: StageKey;
  entry: Entry | null;
  rights: EntryRights;
  drafts: Drafts;
  actions: StageActions;
  /** An entry was decided: on to the next one. */
  onDecided: (entry: Entry, stage: Stage) => void;
}

type Asking = { what: "reject" | "retry"; entry: Entry } | null;

/** The work on the entry that is shown: its edit, its hunks and its decision. */
export function useEntryReview({ stageKey, entry, rights, drafts, actions, onDecided }: EntryReviewSettings) {
  const [asking, setAsking] = useState<Asking>(null);
  const [failedOn, setFailedOn] = useState<string | null>(null);
  const [lookingAt, setLookingAt] = useState<string | null>(null);
  const [comment, setComment] = useState<{ entry: string; text: string } | null>(null);
  const [discards, setDiscards] = useState(0);
  const [place, setPlace] = useState<{ entry: string; index: number } | null>(null);
  const draft = entry ? drafts.of(entry.id) : null;
  const rows = entry ? entryHunks(entry, draft) : [];
  const hunk = Math.max(0, Math.min(place?.entry === entry?.id ? (place?.index ?? 0) : 0, rows.length - 1));
  const write = (change: (before: Draft) => Draft | null) => {
    if (entry) drafts.change(entry.id, (before) => change(before ?? beginDraft(entry, false)));
  };
  const selectHunk = (index: number) => {
    if (entry && index >= 0 && index < rows.length) setPlace({ entry: entry.id, index });
  };
  const forgetError = () => {
    actions.entry.reset();
    actions.retry.reset();
  };
  const discard = () => {
    if (!entry) return;
    drafts.change(entry.id, () => null);
    setDiscards((count) => count + 1);
    setLookingAt(null);
    forgetError();
  };
  const toggle = (change: FileChange, row: HunkRow) => {
    if (!entry || !rights.hunks) return;
    const next = row.kept ? dropHunk : restoreHunk;
    write((before) => settled(next(before, change, row.hunk), entry));
  };
  const send = (input: Parameters<StageActions["entry"]["mutate"]>[0], onDone: (stage: Stage) => void) => {
    // A key pressed again while the answer is under way would name a revision that is gone by then.
    if (actions.entry.isPending) return;
    setFailedOn(input.entry);
    actions.entry.mutate(input, { onSuccess: onDone });
  };
  const save = () => {
    if (!entry || !draft || draft.revision !== entry.revision) return;
    if (!isChanged(draft, entry) || isEmptied(draft, entry)) return;
    // Named by the revision the edit was begun from: what another decided meanwhile is not written over unseen.
    send({ ...stageKey, entry: entry.id, revision: draft.revision, action: "edit", files: draft.files }, () =>
      drafts.change(entry.id, () => null),
    );
  };
  const act = (what: ReviewAct) => {
    if (!entry) return;
    const row = rows[hunk];
    const change = entry.changes.find((item) => item.path === row?.path);
    switch (what) {
      case "next-hunk":
        return selectHunk(hunk + 1);
      case "hunk-before":
        return selectHunk(hunk - 1);
      case "toggle":
        return row && change && lookingAt !== entry.id ? toggle(change, row) : undefined;
      case "undo":
        return rights.hunks && draft ? write((before) => settled(undoDrop(before, entry), entry)) : undefined;
      case "accept":
        return rights.accept ? send(entryDecision(stageKey, entry, "accept"), (next) => onDecided(entry, next)) : undefined;
      case "reopen":
        return rights.reopen ? send(entryDecision(stageKey, entry, "reopen"), () => undefined) : undefined;
      case "edit":
        return rights.edit ? drafts.change(entry.id, (before) => before ?? beginDraft(entry, true)) : undefined;
      case "save":
        return rights.save ? save() : undefined;
      case "reject":
      case "retry":
        if (!rights[what]) return undefined;
        forgetError();
        return setAsking({ what, entry });
      default:
        return undefined;
    }
  };
  /** Sends the reason or the comment that was asked for, at the revision that was seen when it was asked. */
  const answer = (text: string) => {
    if (asking === null) return;
    const { id, revision } = asking.entry;
    setFailedOn(id);
    const input = { ...stageKey, entry: id, revision };
    if (asking.what === "retry") {
      setComment({ entry: id, text });
      actions.retry.mutate({ ...input, comment: text }, { onSuccess: () => setComment(null) });
      setAsking(null);
    } else {
      send({ ...input, action: "reject", reason: text }, (next) => {
        setAsking(null);
        onDecided(asking.entry, next);
      });
    }
  };
  const error = actions.entry.error ?? actions.retry.error;
  const here = entry !== null && failedOn === entry.id;
  return {
    draft,
    stale: entry !== null && draft !== null && draft.revision !== entry.revision,
    looking: entry !== null && draft !== null && lookingAt === entry.id,
    look: (on: boolean) => setLookingAt(on && entry ? entry.id : null),
    keepMine: () => {
      if (!entry) return;
      setLookingAt(null);
      write((before) => ({ ...before, revision: entry.revision }));
    },
    discard,
    discards,
    write: (path: string, text: string) => write((before) => ({ ...before, files: { ...before.files, [path]: text } })),
    rows,
    hunk,
    selectHunk,
    toggle,
    act,
    asking,
    answer,
    /** What was last asked of another attempt that has not come of it; to be asked again. */
    comment: comment !== null && comment.entry === asking?.entry.id ? comment.text : "",
    closeAsking: () => setAsking(null),
    pending: actions.entry.isPending,
    retrying: here && actions.retry.isPending,
    /** Of this entry's last write, where no dialog shows it. */
    error: here && asking === null ? error : null,
    askingError: asking !== null && failedOn === asking.entry.id ? actions.entry.error : null,
    forgetError,
  };
}

export type EntryReview = ReturnType<typeof useEntryReview>;
