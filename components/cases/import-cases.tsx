"use client";
import { Button, Checkbox, Modal, SegmentedControl, Select, TextInput } from "@mantine/core";
import { ORPCError } from "@orpc/client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { projectHref } from "@/components/shell/sections";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { useAction } from "@/components/ui/use-action";
import { queries } from "@/lib/client/queries";
import { DatasetKind, DatasetRole } from "@/lib/contracts/case";
import type { ImportReading } from "@/lib/contracts/case-import";
import classes from "./cases.module.css";
import type { ImportFile } from "./import-file";
import { ImportSource } from "./import-source";
import { LineProblems } from "./line-problems";
import { malformedLines } from "./malformed-lines";

const KINDS: Record<DatasetKind, string> = {
  general: "General",
  "tool-robustness": "Robustness to distracting tools",
  "prompt-robustness": "Robustness to added instructions",
  "instruction-following": "Instruction following (IFEval)",
  "judge-labels": "Replies with human labels, for judges",
};

/** Formats whose files make a set of one kind. */
const OF_ONE_KIND: ReadonlySet<ImportReading["format"]> = new Set(["labels", "ifeval"]);

/** A button and its dialog: a case file becomes a set, or the next version of the set of that name. */
export function ImportCases({ project, label = "Import a case file" }: { project: string; label?: string }) {
  const router = useRouter();
  const [opened, setOpened] = useState(false);
  const [file, setFile] = useState<ImportFile | null>(null);
  const [reading, setReading] = useState<ImportReading>({ format: "jsonl" });
  const [name, setName] = useState("");
  const [role, setRole] = useState<DatasetRole>("dev");
  const [kind, setKind] = useState<DatasetKind | null>(null);
  const [description, setDescription] = useState("");
  const [synthetic, setSynthetic] = useState(false);
  const load = useAction({
    mutation: queries.datasets.import.mutationOptions(),
    done: ({ imported, defaulted, problems }) =>
      [
        `Imported ${plural(imported, "case")}`,
        ...(defaulted > 0 ? [`${defaulted} with default checks`] : []),
        ...(problems.length > 0 ? [`${plural(problems.length, "line")} left out`] : []),
      ].join("; "),
    invalidate: [queries.datasets.key(), queries.projects.key()],
    onDone: ({ dataset }) => {
      setOpened(false);
      router.push(projectHref(project, `/cases/${dataset.id}`));
    },
    quiet: (error) => error instanceof ORPCError && error.code === "UNPROCESSABLE_CONTENT",
  });
  const malformed = malformedLines(load.error);
  const submit = (skipMalformed: boolean) => {
    if (file === null) return;
    load.mutate({
      project,
      ...reading,
      name: name.trim(),
      role,
      ...(kind !== null && !OF_ONE_KIND.has(reading.format) && { kind }),
      description: description.trim(),
      synthetic,
      text: file.text,
      skipMalformed,
    });
  };
  return (
    <>
      <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => setOpened(true)}>
        {label}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Import a case file" size="xl">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit(false);
          }}
        >
          <ImportSource
            file={file}
            reading={reading}
            onPick={(picked) => {
              load.reset();
              setFile(picked);
              setReading({ format: picked.format });
              setName((current) => current || picked.name.replace(/\.[^.]+$/, ""));
            }}
            onRead={(changed) => {
              load.reset();
              setReading(changed);
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
              orientation="vertical"
              value={role}
              data={[
                { value: "dev", label: "Dev set: diagnosis reads it" },
                { value: "gate", label: "Gate set: only scores are read, looks are counted" },
                { value: "vault", label: "Vault: one look for each promotion" },
              ]}
              onChange={(value) => setRole(DatasetRole.parse(value))}
            />
          </div>
          {OF_ONE_KIND.has(reading.format) ? null : (
            <Select
              label="Kind"
              mt="sm"
              placeholder="As it is; general for a new set"
              clearable
              value={kind}
              data={DatasetKind.options.map((value) => ({ value, label: KINDS[value] }))}
              onChange={(value) => setKind(value === null ? null : DatasetKind.parse(value))}
            />
          )}
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
                {plural(malformed.lines.length, "line")} cannot be used
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
              <Button type="submit" loading={load.isPending} disabled={file === null || name.trim() === ""}>
                Import
              </Button>
            )}
          </div>
        </form>
      </Modal>
    </>
  );
}
