"use client";

import { ReasonDialog } from "./reason-dialog";
import type { EntryReview } from "./use-entry-review";

/** Why an entry is turned down, or what another attempt at it is to do otherwise. */
export function EntryDialog({ work }: { work: EntryReview }) {
  const { asking, askingError } = work;
  if (asking === null) return null;
  const { title } = asking.entry;
  if (asking.what === "retry") {
    return (
      <ReasonDialog
        title={`Another attempt: ${title}`}
        label="What it should do otherwise"
        description="The analyst is told, and the comment is kept with the attempt."
        action="Ask for another attempt"
        initial={work.comment}
        pending={false}
        onSubmit={work.answer}
        onClose={work.closeAsking}
      >
        <p>The new attempt takes the place of this one, which is kept among the earlier attempts.</p>
      </ReasonDialog>
    );
  }
  return (
    <ReasonDialog
      title={`Reject: ${title}`}
      action="Reject"
      pending={work.pending}
      onSubmit={work.answer}
      onClose={work.closeAsking}
    >
      <p>The analyst is told the reason and does not propose it again in this campaign.</p>
      {askingError ? <p role="alert">{askingError.message}</p> : null}
    </ReasonDialog>
  );
}
