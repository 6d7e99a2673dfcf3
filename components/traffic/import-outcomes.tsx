"use client";
import { Button, Checkbox, FileInput, Group, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { formatCount } from "@/components/ui/format";
import { ReturnFocus } from "@/components/ui/return-focus";
import { useAction } from "@/components/ui/use-action";
import { decodeText } from "@/lib/client/decode-text";
import { queries } from "@/lib/client/queries";
import type { Experiment } from "@/lib/contracts/traffic";
import classes from "./traffic.module.css";

interface Picked {
  name: string;
  text: string;
  format: "csv" | "jsonl";
}

async function readFile(file: File): Promise<Picked> {
  const { text } = decodeText(new Uint8Array(await file.arrayBuffer()));
  return { name: file.name, text, format: text.trimStart().startsWith("{") ? "jsonl" : "csv" };
}

export function ImportOutcomes({ experiment, onClose }: { experiment: Experiment; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [through, setThrough] = useState(() => new Date().toISOString().slice(0, 10));
  const [synthetic, setSynthetic] = useState(false);
  const load = useAction({
    mutation: queries.traffic.importOutcomes.mutationOptions(),
    done: ({ arms, skipped }) =>
      `${formatCount(arms[0].users + arms[1].users)} users are counted${skipped > 0 ? `, ${formatCount(skipped)} rows were skipped` : ""}`,
    invalidate: [queries.traffic.key()],
    onDone: onClose,
    quiet: () => true,
  });
  return (
    <Modal opened onClose={onClose} title="Import outcomes">
      <ReturnFocus />
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!picked) return;
          const { text, format } = picked;
          load.mutate({ project: experiment.project, experiment: experiment.id, text, format, through, synthetic });
        }}
      >
        <p className={classes.lead}>
          A table with the columns <code>user</code>, <code>orders</code> and <code>value</code>, or a JSON object on each line:
          one row for every user who was in the experiment, those without orders among them, and all since it began. Sums are
          kept, users are not.
        </p>
        <FileInput
          label="File"
          description="CSV or JSON lines."
          required
          placeholder="Choose a file"
          accept=".csv,.tsv,.jsonl,.ndjson,.json,.txt"
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            setPicked(null);
            if (chosen) void readFile(chosen).then(setPicked);
          }}
        />
        <TextInput
          label="Counts through"
          description="The last day that is in the file."
          type="date"
          required
          value={through}
          onChange={(event) => setThrough(event.currentTarget.value)}
        />
        <Checkbox
          label="Synthetic: generated, not collected from users"
          checked={synthetic}
          onChange={(event) => setSynthetic(event.currentTarget.checked)}
        />
        {load.error && (
          <p role="alert" className={classes.warn}>
            {load.error.message}
          </p>
        )}
        <Group gap="xs">
          <Button type="submit" loading={load.isPending} disabled={!picked || through === ""}>
            Import
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
