import { Checkbox, SegmentedControl } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilePicker } from "@/components/ui/folder-picker";
import { QueryState } from "@/components/ui/query-state";
import { queries } from "@/lib/client/queries";
import { ImportFormat, type ImportReading } from "@/lib/contracts/case-import";
import classes from "./cases.module.css";
import { ImportColumns } from "./import-columns";
import { type ImportFile, readImportFile } from "./import-file";
import { ImportPreviewTable } from "./import-preview";

const FORMATS: Record<ImportFormat, { label: string; says: string }> = {
  jsonl: { label: "Cases", says: "JSON Lines: one case a line." },
  csv: { label: "Table", says: "CSV with a header; say below what each column becomes." },
  chat: {
    label: "Chat logs",
    says: "Conversations with messages, JSON Lines or an array: the last question becomes the comment, what tools returned is recorded, the reply that followed becomes the reference.",
  },
  ifeval: {
    label: "IFEval",
    says: "One prompt a line: key, prompt, instruction_id_list and kwargs, as the benchmark publishes them.",
  },
  labels: {
    label: "Labels",
    says: "Replies with human labels, JSON Lines or CSV: comments, reply, toolCalls, accuracy (0 or 1), effectiveness (0, 0.5 or 1), annotator. Several lines of one id are several annotators; the majority decides.",
  },
};

interface ImportSourceProps {
  file: ImportFile | null;
  reading: ImportReading;
  onPick: (file: ImportFile) => void;
  onRead: (reading: ImportReading) => void;
}

/** Chooses a case file and how it is read, and shows what comes of its beginning. */
export function ImportSource({ file, reading, onPick, onRead }: ImportSourceProps) {
  const preview = useQuery({
    ...queries.datasets.preview.queryOptions({
      input: { ...reading, text: file?.head ?? "", truncated: file?.truncated ?? false },
      staleTime: Number.POSITIVE_INFINITY,
    }),
    enabled: file !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const withDefaults = reading.defaultChecks ?? reading.format === "chat";
  return (
    <>
      <FilePicker
        label="File"
        description="Cases in JSON Lines or CSV, chat logs, replies with labels, or prompts of IFEval."
        accept=".jsonl,.ndjson,.json,.csv,.tsv,.txt"
        onPick={async ([picked]) => {
          if (picked) onPick(await readImportFile(picked));
        }}
      />
      {file && (
        <>
          {(file.encoding !== "UTF-8" || file.damaged > 0) && (
            <p className={classes.faint}>
              Read as {file.encoding}
              {file.damaged > 0 ? `; ${file.damaged} characters could not be read` : ""}.
            </p>
          )}
          <div className={classes.field}>
            <span id="import-format" className={classes.fieldLabel}>
              Read as
            </span>
            <SegmentedControl
              aria-labelledby="import-format"
              size="xs"
              value={reading.format}
              data={ImportFormat.options.map((value) => ({ value, label: FORMATS[value].label }))}
              onChange={(value) => onRead({ format: ImportFormat.parse(value) })}
            />
            <p className={classes.faint}>{FORMATS[reading.format].says}</p>
          </div>
          {(reading.format === "csv" || reading.format === "chat") && (
            <Checkbox
              mt="sm"
              label="Give cases without a check the two default ones"
              description="A judge says whether the reply addresses the query, and its length is 1 to 2,000 characters. Both decide Effectiveness; Accuracy stays unscored without a judge."
              checked={withDefaults}
              onChange={(event) => onRead({ ...reading, defaultChecks: event.currentTarget.checked })}
            />
          )}
          <div className={classes.gap}>
            <QueryState query={preview}>
              {(data) => (
                <>
                  {data.columns.length > 0 && (
                    <ImportColumns columns={data.columns} onChange={(mapping) => onRead({ ...reading, mapping })} />
                  )}
                  <ImportPreviewTable preview={data} truncated={file.truncated} />
                </>
              )}
            </QueryState>
          </div>
        </>
      )}
    </>
  );
}
