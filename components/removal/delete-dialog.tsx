"use client";
import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { ReturnFocus } from "@/components/ui/return-focus";

interface DeleteDialogProps {
  /** "the run", "the data set dev". */
  what: string;
  /** What is lost. */
  children: React.ReactNode;
  /** The name that has to be typed first; left out where a click is enough. */
  typed?: string;
  error: Error | null;
  pending: boolean;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks before something is deleted, and says what is lost. */
export function DeleteDialog({ what, children, typed, error, pending, onDelete, onClose }: DeleteDialogProps) {
  const [name, setName] = useState("");
  return (
    <Modal opened onClose={onClose} title={`Delete ${what}?`} size="md">
      <ReturnFocus />
      {children}
      <p style={{ marginTop: 8 }}>Until it is purged on the command line it can be brought back under Settings, Storage.</p>
      {typed !== undefined && (
        <TextInput
          mt="md"
          label={`To go on, type ${typed}`}
          value={name}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {error && (
        <p role="alert" style={{ marginTop: 8, color: "var(--danger)" }}>
          {error.message}
        </p>
      )}
      <Group mt="md" gap="xs">
        <Button color="red" loading={pending} disabled={typed !== undefined && name !== typed} onClick={onDelete}>
          Delete
        </Button>
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
      </Group>
    </Modal>
  );
}
