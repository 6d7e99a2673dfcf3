"use client";
import { Button, Checkbox, Modal, Textarea, TextInput } from "@mantine/core";
import { ORPCError } from "@orpc/client";
import { useState } from "react";
import { conflictOf } from "@/components/ui/describe-error";
import { plural } from "@/components/ui/format";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import type { Diagnostic } from "@/lib/contracts/harness";
import type { Version } from "@/lib/contracts/version";
import type { Draft } from "./draft";
import classes from "./harness.module.css";
import { ProblemList } from "./problem-list";
import { SaveConflict } from "./save-conflict";

interface SaveVersionProps {
  version: Version;
  draft: Draft;
  diagnostics: readonly Diagnostic[];
  /** Children of the version that were known when editing began. */
  seen: readonly string[];
  opened: boolean;
  onClose: () => void;
  onSaved: (version: Version) => void;
}

/** Asks for a message and saves the changes as a new version; says so where somebody saved on the same version meanwhile. */
export function SaveVersion({ version, draft, diagnostics, seen, opened, onClose, onSaved }: SaveVersionProps) {
  const [message, setMessage] = useState("");
  const [name, setName] = useState("");
  const [allowErrors, setAllowErrors] = useState(false);
  const errors = diagnostics.filter((each) => each.severity === "error");
  const count = Object.keys(draft).length;
  const save = useAction({
    mutation: queries.versions.save.mutationOptions(),
    done: ({ created, version: made }) =>
      created ? `Saved as ${made.hash.slice(0, 8)}` : `These files are version ${made.hash.slice(0, 8)}, which is already here`,
    invalidate: [queries.versions.key(), queries.projects.key()],
    onDone: ({ version: made }) => onSaved(made),
    quiet: (error) => error instanceof ORPCError && (error.code === "CONFLICT" || error.code === "UNPROCESSABLE_CONTENT"),
  });
  const conflict = conflictOf(save.error);
  const submit = (branch: boolean) =>
    save.mutate({
      project: version.project,
      version: version.hash,
      changes: draft,
      message: message.trim(),
      branch,
      allowErrors,
      seen: [...seen],
      ...(name.trim() ? { name: name.trim() } : {}),
    });
  const close = () => {
    save.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={conflict ? "Somebody saved before you" : "Save as a new version"}>
      {conflict ? (
        <SaveConflict
          version={version}
          conflict={conflict}
          pending={save.isPending}
          onBranch={() => submit(true)}
          onCancel={close}
        />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit(false);
          }}
        >
          <p className={classes.faint}>
            {plural(count, "file")} changed on {version.name} ({version.hash.slice(0, 8)}). That version stays as it is.
          </p>
          <Textarea
            label="Message"
            description="What changed and why."
            mt="sm"
            autosize
            minRows={2}
            required
            maxLength={2_000}
            data-autofocus
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <TextInput
            label="Name"
            description="Left empty, it keeps the name of this version."
            mt="sm"
            maxLength={100}
            placeholder={version.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {errors.length > 0 && (
            <div className={classes.picked}>
              <ProblemList diagnostics={errors} maxHeight={160} />
              <Checkbox
                mt="xs"
                label={`Save although it has ${plural(errors.length, "error")}; it cannot run until they are mended`}
                checked={allowErrors}
                onChange={(event) => setAllowErrors(event.currentTarget.checked)}
              />
            </div>
          )}
          {save.error && (
            <p role="alert" className={classes.bad} style={{ marginTop: 8 }}>
              {save.error.message}
            </p>
          )}
          <Button
            type="submit"
            mt="md"
            loading={save.isPending}
            disabled={message.trim() === "" || count === 0 || (errors.length > 0 && !allowErrors)}
          >
            Save version
          </Button>
        </form>
      )}
    </Modal>
  );
}
