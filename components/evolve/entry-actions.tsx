"use client";

import { Button } from "@mantine/core";
import { KeyHint } from "@/components/ui/key-hint";
import type { Entry } from "@/lib/contracts/evolution";
import classes from "./evolve.module.css";
import type { EntryRights, ReviewAct } from "./review-keys";

interface EntryActionsProps {
  entry: Entry;
  rights: EntryRights;
  /** Why the edit that is open cannot be saved; null where it can. */
  unsaveable: string | null;
  /** What the live check says of the edit. */
  checked: string;
  pending: boolean;
  retrying: boolean;
  onAct: (act: ReviewAct) => void;
  onDiscard: () => void;
}

/** What can be decided of an entry now, each with its key. */
export function EntryActions({ entry, rights, unsaveable, checked, pending, retrying, onAct, onDiscard }: EntryActionsProps) {
  const button = (on: boolean, act: ReviewAct, keys: string, label: string, primary = false) =>
    on ? (
      <Button
        {...(primary ? {} : { variant: "default" })}
        loading={pending && (primary || act === "reopen")}
        onClick={() => onAct(act)}
        rightSection={<KeyHint keys={keys} />}
      >
        {label}
      </Button>
    ) : null;
  if (rights.save) {
    return (
      <div className={classes.actions}>
        <Button
          loading={pending}
          disabled={unsaveable !== null}
          onClick={() => onAct("save")}
          rightSection={<KeyHint keys="mod+s" />}
        >
          Save the edit
        </Button>
        <Button variant="default" onClick={onDiscard}>
          Discard the edit
        </Button>
        <span className={classes.small}>
          {unsaveable ?? `${checked} A saved edit is verified like any proposal, and counts as accepted.`}
        </span>
      </div>
    );
  }
  return (
    <div className={classes.actions}>
      {button(rights.accept, "accept", "a", "Accept", true)}
      {entry.status === "invalid" && rights.edit ? (
        <Button disabled title="It does not verify. Edit it first.">
          Accept
        </Button>
      ) : null}
      {button(rights.edit, "edit", "e", "Edit")}
      {button(rights.reject, "reject", "r", "Reject")}
      {rights.retry ? (
        <Button variant="default" loading={retrying} onClick={() => onAct("retry")} rightSection={<KeyHint keys="c" />}>
          Another attempt
        </Button>
      ) : null}
      {button(rights.reopen, "reopen", "o", "Reopen")}
      {retrying ? (
        <span className={classes.small} role="status">
          The analyst is at work on another attempt, which is then verified.
        </span>
      ) : null}
    </div>
  );
}
