import type { ImportPreview, ImportReading, LabelAgreement } from "@/lib/contracts/case-import";
import type { CaseFile } from "./case-collector";
import { parseChatLog } from "./chat/parse-chat";
import { type CsvColumn, parseCsvCases } from "./csv/parse-csv";
import { hasDefaultChecks } from "./default-checks";
import { parseIfeval } from "./ifeval/parse-ifeval";
import { parseLabels } from "./labels/parse-labels";
import { parseCaseFile } from "./parse-cases";

export interface ReadCases extends CaseFile {
  columns: CsvColumn[];
  /** Cases that came without a check and were given the default ones. */
  defaulted: number;
  /** κ between the people of a labels file; null where at most one labelled, and for other files. */
  agreement: LabelAgreement | null;
}

const SHOWN_CASES = 5;
const SHOWN_PROBLEMS = 50;
const SHOWN_TEXT = 300;

/** Reads a case file of any format. `truncated`: the text ends anywhere; whatever stands on its last line does not count. */
export function readCaseText(text: string, reading: ImportReading & { truncated?: boolean }): ReadCases {
  const { format, mapping, truncated = false } = reading;
  if (format === "labels") return { columns: [], defaulted: 0, ...parseLabels(text, truncated) };
  if (format === "ifeval") return { columns: [], defaulted: 0, agreement: null, ...parseIfeval(wholeLines(text, truncated)) };
  const defaultChecks = reading.defaultChecks ?? format === "chat";
  const file =
    format === "csv"
      ? parseCsvCases(text, { mapping, defaultChecks, truncated })
      : {
          columns: [],
          ...(format === "chat" ? parseChatLog(text, { defaultChecks, truncated }) : parseCaseFile(wholeLines(text, truncated))),
        };
  const defaulted = format === "jsonl" ? 0 : file.cases.filter((item) => hasDefaultChecks(item.checks)).length;
  return { ...file, defaulted, agreement: null };
}

const wholeLines = (text: string, truncated: boolean) => (truncated ? text.slice(0, Math.max(0, text.lastIndexOf("\n"))) : text);

/** What an import would make of a text. */
export function previewCases(text: string, reading: ImportReading & { truncated?: boolean }): ImportPreview {
  const { cases, problems, columns, defaulted, agreement } = readCaseText(text, reading);
  return {
    columns,
    agreement,
    cases: cases.slice(0, SHOWN_CASES).map((item) => ({
      id: item.id,
      category: item.category,
      comment: item.input.comments
        .map((comment) => comment.text)
        .join(" / ")
        .slice(0, SHOWN_TEXT),
      dialogue: item.dialogue.length,
      fixtures: Object.values(item.fixtures).reduce((sum, entries) => sum + entries.length, 0),
      checks: item.checks.map((check) => check.id),
      judged: item.judged
        ? {
            reply: item.judged.reply.slice(0, SHOWN_TEXT),
            labels: item.checks.flatMap((check) =>
              check.kind === "human-label" ? { label: check.label, value: check.value } : [],
            ),
          }
        : null,
    })),
    read: cases.length,
    defaulted,
    problems: problems.slice(0, SHOWN_PROBLEMS),
  };
}
