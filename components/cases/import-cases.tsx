"use client";
import { Button, Checkbox, Modal, SegmentedControl, TextInput } from "@mantine/core";
import { ORPCError } from "@orpc/client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { projectHref } from "@/components/shell/sections";
import { FilePicker } from "@/components/ui/folder-picker";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { DatasetRole } from "@/lib/contracts/case";
import classes from "./cases.module.css";
import { LineProblems } from "./line-problems";
import { malformedLines } from "./malformed-lines";

/** A button and its dialog: a case file (JSON Lines) becomes a set, or the next version of the set of that name. */
export function ImportCases({ project, label = "Import a case file" }: { project: string; label?: string }) {
  const router = useRouter();
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [role, setRole] = useState<DatasetRole>("dev");
  const [description, setDescription] = useState("");
  const [synthetic, setSynthetic] = useState(false);
  const load = useAction({
    mutation: queries.datasets.import.mutationOptions(),
    done: ({ imported, problems }) =>
      problems.length === 0
        ? `Imported ${plural(imported, "case")}`
        : `Imported ${plural(imported, "case")}; ${plural(problems.length, "line")} left out`,
    invalidate: [queries.datasets.key(), queries.projects.key()],
    onDone: ({ dataset }) => {
      setOpened(false);
      router.push(projectHref(project, `/cases/${dataset.id}`));
    },
    quiet: (error) => error instanceof ORPCError && error.code === "UNPROCESSABLE_CONTENT",
  });
  const malformed = malformedLines(load.error);
  const submit = (skipMalformed: boolean) => {
    if (text === null) return;
    load.mutate({ project, name: name.trim(), role, description: description.trim(), synthetic, text, skipMalformed });
  };
  return (
    <>
      <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => setOpened(true)}>
        {label}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Import a case file">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit(false);
          }}
        >
          <FilePicker
            label="File"
            description="JSON Lines: one case a line."
            accept=".jsonl,.ndjson,.json,.txt"
            onPick={async ([file]) => {
              if (!file) return;
              load.reset();
              setText(await file.text());
              setName((current) => current || file.name.replace(/\.[^.]+$/, ""));
            }}
          />
          <TextInput
            label="Set"
            description="The name of a set that is already here makes its next version."
            mt="sm"
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <div className={classes.field}>
            <span id="dataset-role" className={classes.fieldLabel}>
              Used as
            </span>
            <SegmentedControl
              aria-labelledby="dataset-role"
              value={role}
              data={[
                { value: "dev", label: "Dev set: diagnosis reads it" },
                { value: "gate", label: "Gate set: only scores are read, looks are counted" },
                { value: "vault", label: "Vault: one look for each promotion" },
              ]}
              onChange={(value) => setRole(DatasetRole.parse(value))}
            />
          </div>
          <TextInput
            label="Description"
            mt="sm"
            maxLength={1_000}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Checkbox
            mt="sm"
            label="The cases are synthetic: generated, not collected from users"
            checked={synthetic}
            onChange={(event) => setSynthetic(event.currentTarget.checked)}
          />
          {malformed && (
            <div role="alert" className={classes.malformed}>
              <h3>
                {plural(malformed.lines.length, "line")} cannot be read
                {malformed.valid === null ? "" : `; ${plural(malformed.valid, "case")} can`}
              </h3>
              <p>Nothing is imported yet. Mend the file and choose it again, or import the rest.</p>
              <LineProblems problems={malformed.lines} />
            </div>
          )}
          <div className={classes.buttons}>
            {malformed && malformed.valid !== 0 ? (
              <Button loading={load.isPending} onClick={() => submit(true)}>
                {malformed.valid === null ? "Import the rest" : `Import the other ${plural(malformed.valid, "case")}`}
              </Button>
            ) : (
              <Button type="submit" loading={load.isPending} disabled={text === null || name.trim() === ""}>
                Import
              </Button>
            )}
          </div>
        </form>
      </Modal>
    </>
  );
}
