import type { KeyBinding } from "@/components/ui/use-keys";
import type { EntryStatus } from "@/lib/contracts/evolution";

/** What a person may do to the entry that is shown. */
export interface EntryRights {
  accept: boolean;
  edit: boolean;
  reject: boolean;
  reopen: boolean;
  retry: boolean;
  /** Drop and keep hunks, undo that. */
  hunks: boolean;
  save: boolean;
  tryNow: boolean;
}

interface Situation {
  /** Null where the cluster has no entry. */
  status: EntryStatus | null;
  /** Files it changes; none where its operations do not apply. */
  files: number;
  /** The stage has moved on, or a diagnosis is under way. */
  locked: boolean;
  /** An edit of the entry is open. */
  drafting: boolean;
}

/** While an edit is open it is saved or discarded before the entry is decided otherwise. */
export function rightsOf({ status, files, locked, drafting }: Situation): EntryRights {
  const free = status !== null && !locked;
  const idle = free && !drafting;
  const open = status === "proposed" || status === "invalid";
  return {
    accept: idle && status === "proposed",
    edit: idle && status !== "rejected" && files > 0,
    reject: idle && status !== "rejected",
    reopen: idle && !open,
    retry: idle && (open || status === "rejected"),
    hunks: free && status !== "rejected" && files > 0,
    save: free && drafting,
    tryNow: free && (status !== "invalid" || drafting),
  };
}

export type ReviewAct =
  | "next"
  | "before"
  | "next-cluster"
  | "cluster-before"
  | "next-hunk"
  | "hunk-before"
  | "toggle"
  | "undo"
  | "accept"
  | "edit"
  | "save"
  | "reject"
  | "retry"
  | "reopen"
  | "try";

interface ReviewKey {
  keys: string;
  label: string;
  /** The words under the review, shorter than those of the `?` list. */
  short: string;
  act: ReviewAct;
  inFields?: boolean;
}

/** The keys that do something now, in the order of the list under the review. */
export function reviewKeys(rights: EntryRights, hunks: number): ReviewKey[] {
  const key = (on: boolean, keys: string, short: string, label: string, act: ReviewAct): ReviewKey[] =>
    on ? [{ keys, label, short, act }] : [];
  return [
    ...key(true, "j", "next entry", "Next entry", "next"),
    ...key(true, "k", "entry before", "Entry before", "before"),
    ...key(hunks > 1, "n", "next hunk", "Next hunk", "next-hunk"),
    ...key(hunks > 1, "p", "hunk before", "Hunk before", "hunk-before"),
    ...key(rights.hunks && hunks > 0, "x", "drop or keep the hunk", "Drop the hunk, or keep it again", "toggle"),
    ...key(rights.hunks && rights.save, "u", "take the hunk back", "Take back the hunk dropped last", "undo"),
    ...key(rights.accept, "a", "accept", "Accept the entry", "accept"),
    ...key(rights.edit, "e", "edit", "Edit the entry", "edit"),
    ...(rights.save
      ? [{ keys: "mod+s", label: "Save the edit", short: "save the edit", act: "save" as const, inFields: true }]
      : []),
    ...key(rights.reject, "r", "reject", "Reject the entry", "reject"),
    ...key(rights.tryNow, "t", "try now", "Try the entry on a handful of cases", "try"),
    ...key(rights.retry, "c", "another attempt", "Ask for another attempt with a comment", "retry"),
    ...key(rights.reopen, "o", "reopen", "Reopen the entry", "reopen"),
  ];
}

/** They walk the clusters, also those without an entry; only the `?` list names them. */
export const clusterKeys: readonly ReviewKey[] = [
  { keys: "]", label: "Next cluster", short: "next cluster", act: "next-cluster" },
  { keys: "[", label: "Cluster before", short: "cluster before", act: "cluster-before" },
];

/** Bound to what each does. */
export const bindingsOf = (keys: readonly ReviewKey[], run: (act: ReviewAct) => void): KeyBinding[] =>
  keys.map(({ keys: pressed, label, act, inFields }) => ({
    keys: pressed,
    label,
    run: () => run(act),
    ...(inFields ? { inFields } : {}),
  }));
