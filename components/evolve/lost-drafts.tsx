"use client";

import { Button } from "@mantine/core";
import classes from "./evolve.module.css";
import review from "./review.module.css";
import { TextBlock } from "./text-block";
import type { Drafts } from "./use-drafts";

interface LostDraftsProps {
  /** Entries whose edit can no longer be saved. */
  entries: readonly string[];
  /** Why not. */
  because: string;
  drafts: Drafts;
}

/** Edits that were being written when their entry went: their text is still here to be copied. */
export function LostDrafts({ entries, because, drafts }: LostDraftsProps) {
  return entries.map((id) => {
    const draft = drafts.of(id);
    if (draft === null) return null;
    return (
      <div key={id} className={classes.notice} role="alert">
        <p>
          <strong>Your edit of “{draft.title}” can no longer be saved.</strong> {because} Copy what you need, then discard it.
        </p>
        {Object.entries(draft.files).map(([path, text]) => (
          <details key={path}>
            <summary>{path}</summary>
            <TextBlock label={`Your text of ${path}`} text={text ?? "The file is deleted."} />
          </details>
        ))}
        <div className={review.buttons}>
          <Button variant="default" size="compact-sm" onClick={() => drafts.change(id, () => null)}>
            Discard it
          </Button>
        </div>
      </div>
    );
  });
}
