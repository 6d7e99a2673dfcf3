"use client";

import { Button } from "@mantine/core";
import { formatMoment } from "@/components/ui/format";
import type { Entry } from "@/lib/contracts/evolution";
import classes from "./evolve.module.css";

interface DraftNoticeProps {
  entry: Entry;
  /** Whether the entry is shown as it is now, and not the edit. */
  looking: boolean;
  onLook: (looking: boolean) => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** While a person writes, somebody changed the entry: the edit is kept, and what is there now can be looked at. */
export function DraftNotice({ entry, looking, onLook, onKeep, onDiscard }: DraftNoticeProps) {
  const by = entry.decidedBy ?? entry.attempts.at(-1)?.by ?? "Somebody";
  const when = entry.decidedAt ? `, ${formatMoment(entry.decidedAt)}` : "";
  return (
    <div className={classes.notice} role="alert">
      <p>
        <strong>
          {by} changed this entry meanwhile: it is {entry.status}
          {when}.
        </strong>{" "}
        Your edit is kept here and not saved.
      </p>
      <div className={classes.actions}>
        <Button variant="default" size="compact-sm" onClick={() => onLook(!looking)}>
          {looking ? "Back to my edit" : "Look at what is there now"}
        </Button>
        <Button variant="default" size="compact-sm" onClick={onKeep}>
          Keep mine, to be saved over it
        </Button>
        <Button variant="default" size="compact-sm" onClick={onDiscard}>
          Discard mine
        </Button>
      </div>
    </div>
  );
}
