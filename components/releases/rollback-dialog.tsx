"use client";
import { Button, Modal, Textarea } from "@mantine/core";
import { useState } from "react";
import { conflictOf } from "@/components/ui/describe-error";
import { RelativeTime } from "@/components/ui/relative-time";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Release } from "@/lib/contracts/release";
import { ReleaseConflict } from "./release-conflict";
import classes from "./releases.module.css";

interface RollbackDialogProps {
  project: string;
  current: Release | null;
  /** The release whose version is to serve again. */
  target: Release;
  onClose: () => void;
}

export function RollbackDialog({ project, current, target, onClose }: RollbackDialogProps) {
  const [reason, setReason] = useState("");
  const [expected, setExpected] = useState(current?.id ?? null);
  const rollback = useAction({
    mutation: queries.releases.rollback.mutationOptions(),
    done: (release) => `${release.versionName} serves in production again`,
    invalidate: [queries.releases.key(), queries.projects.key(), queries.versions.key()],
    onDone: onClose,
    quiet: (error) => conflictOf(error) !== null,
  });
  const conflict = conflictOf(rollback.error);
  return (
    <Modal opened onClose={onClose} title="Roll production back">
      <ReturnFocus />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          rollback.mutate({ project, release: target.id, reason: reason.trim(), expectedRelease: expected });
        }}
      >
        <p>
          Production goes from <strong>{current?.versionName ?? "nothing"}</strong>{" "}
          {current && <code>{current.version.slice(0, 8)}</code>} back to <strong>{target.versionName}</strong>{" "}
          <code>{target.version.slice(0, 8)}</code>, which {target.actor} released <RelativeTime at={target.createdAt} />.
        </p>
        <p className={classes.faint}>No version is lost; this move is a new line in the history and can be undone there.</p>
        <Textarea
          label="Reason"
          mt="sm"
          required
          autosize
          minRows={2}
          maxLength={2_000}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {conflict && (
          <ReleaseConflict
            project={project}
            conflict={conflict}
            onLook={() => {
              setExpected(current?.id ?? null);
              rollback.reset();
            }}
          />
        )}
        <Button type="submit" mt="md" loading={rollback.isPending} disabled={reason.trim() === "" || conflict !== null}>
          Roll back
        </Button>
      </form>
    </Modal>
  );
}
