"use client";
import { Button, Modal, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { LineProblems } from "@/components/cases/line-problems";
import { malformedLines } from "@/components/cases/malformed-lines";
import { type PickedBundle, readBundle } from "@/components/harness/bundle-files";
import { PickedBundleSummary } from "@/components/harness/picked-bundle-summary";
import { ErrorState } from "@/components/ui/error-state";
import { FilePicker, FolderPicker } from "@/components/ui/folder-picker";
import { plural } from "@/components/ui/format";
import { ReturnFocus } from "@/components/ui/return-focus";
import { toSlug } from "@/components/ui/slug";
import { StatusBadge } from "@/components/ui/status-badge";
import { queries } from "@/lib/client/queries";
import { Slug } from "@/lib/contracts/ids";
import classes from "./overview.module.css";
import { type CreationStep, useCreateProject } from "./use-create-project";

const made: Record<CreationStep, string> = {
  project: "The project is made",
  harness: "The harness is imported",
  cases: "The cases are imported",
};

/** Makes a project of a harness folder and a case file; either can also be added later. */
export function CreateProject({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [name, setName] = useState("");
  const [ownId, setOwnId] = useState<string | null>(null);
  const [description, setDescription] = useState("");
  const [bundle, setBundle] = useState<PickedBundle | null>(null);
  const [cases, setCases] = useState<{ name: string; text: string } | null>(null);
  const check = useMutation(queries.versions.check.mutationOptions());
  const creation = useCreateProject((address) => router.push(address));
  const id = ownId ?? toSlug(name);
  const validId = Slug.safeParse(id).success;
  const malformed = malformedLines(creation.error);
  const submit = (skipMalformed: boolean) =>
    creation.mutate({
      project: {
        id,
        name: name.trim(),
        description: description.trim(),
        harness: bundle && Object.keys(bundle.files).length > 0 ? { name: bundle.folder || id, files: bundle.files } : null,
        cases,
      },
      skipMalformed,
    });
  const begun = creation.done.includes("project");
  return (
    <Modal opened onClose={onClose} title="New project">
      <ReturnFocus />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit(false);
        }}
      >
        <div className={classes.pair}>
          <TextInput
            label="Name"
            required
            maxLength={100}
            data-autofocus
            disabled={begun}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Id"
            required
            maxLength={64}
            disabled={begun}
            value={id}
            error={id !== "" && !validId ? "Lower-case letters, digits and single hyphens" : null}
            onChange={(event) => setOwnId(event.currentTarget.value)}
          />
        </div>
        <Textarea
          label="Description"
          mt="sm"
          autosize
          minRows={1}
          maxLength={1_000}
          disabled={begun}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <div className={classes.step}>
          <FolderPicker
            label="Harness folder"
            description="With harness.yaml at its top. It becomes the first version."
            onPick={async (files) => {
              const picked = await readBundle(files);
              setBundle(picked);
              check.mutate({ files: picked.files });
            }}
          />
          {bundle && (
            <PickedBundleSummary bundle={bundle} diagnostics={check.data?.diagnostics ?? null} checking={check.isPending} />
          )}
        </div>
        <div className={classes.step}>
          <FilePicker
            label="Case file"
            description="JSON Lines, one case a line. It becomes the dev set."
            accept=".jsonl,.ndjson,.json,.txt"
            onPick={async ([file]) => {
              if (file) setCases({ name: file.name.replace(/\.[^.]+$/, "") || "dev", text: await file.text() });
            }}
          />
        </div>
        {creation.done.length > 0 && (
          <ul className={classes.made}>
            {creation.done.map((step) => (
              <li key={step}>
                <StatusBadge status="completed">{made[step]}</StatusBadge>
              </li>
            ))}
          </ul>
        )}
        {malformed ? (
          <div role="alert" className={classes.step}>
            <h3>{plural(malformed.lines.length, "line")} of the case file cannot be read</h3>
            <LineProblems problems={malformed.lines} />
          </div>
        ) : (
          creation.isError && (
            <div className={classes.step}>
              <ErrorState error={creation.error} />
            </div>
          )
        )}
        <div className={classes.buttons}>
          {malformed && (
            <Button loading={creation.isPending} onClick={() => submit(true)}>
              Import the rest
            </Button>
          )}
          <Button
            type="submit"
            variant={malformed ? "default" : "filled"}
            loading={creation.isPending}
            disabled={name.trim() === "" || !validId}
          >
            {creation.isError ? "Try again" : "Make the project"}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
