"use client";

import { Button, Modal, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ReturnFocus } from "@/components/ui/return-focus";
import classes from "./evolve.module.css";

interface ReasonDialogProps {
  title: string;
  /** What the action does, in a sentence. */
  children: React.ReactNode;
  action: string;
  /** A reason to begin with. */
  initial?: string;
  /** What is asked for, "Reason" by default, and what becomes of it. */
  label?: string;
  description?: string;
  pending: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
}

/** Asks why before an action that others will want to understand. Ctrl Enter sends it. */
export function ReasonDialog({
  title,
  children,
  action,
  initial = "",
  label = "Reason",
  description = "Kept with the decision.",
  pending,
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState(initial);
  const ready = reason.trim() !== "";
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (ready && !pending) onSubmit(reason.trim());
  };
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <ReturnFocus />
      <form className={classes.form} onSubmit={submit}>
        <div>{children}</div>
        <Textarea
          label={label}
          description={description}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={2_000}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
          }}
        />
        <div className={classes.end}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!ready} loading={pending}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
