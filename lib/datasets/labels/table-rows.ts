import { parseDialogue } from "../csv/dialogue-cell";
import { readCsvRows } from "../csv/read-rows";
import { parseJson } from "../parse-json";
import { LABEL_FIELDS } from "./label-record";

/** Other header names of the fields, folded. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ comment: "comments", 弹幕: "comments", 评论: "comments", 回复: "reply", 类别: "category", 分类: "category" },
  ...{ 准确性: "accuracy", 准确: "accuracy", 有效性: "effectiveness", 有效: "effectiveness" },
  ...{ rater: "annotator", labeller: "annotator", labeler: "annotator", 标注人: "annotator", 标注员: "annotator" },
};
/** Fields whose cells hold JSON. */
const JSON_FIELDS = new Set(["toolCalls", "context", "fixtures", "instructions", "tags"]);
const LABELS = new Set(["accuracy", "effectiveness"]);

const fold = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_-]+/g, "");
const FIELDS = new Map(LABEL_FIELDS.map((field) => [fold(field), field]));

const fieldOf = (header: string): string | null => FIELDS.get(fold(header)) ?? NAMES[fold(header)] ?? null;

/**
 * The rows of a table as label records, not yet validated. The header names the fields of a record (`tool_calls` is
 * `toolCalls`); `comments` takes one comment a line, or a JSON list; `tool_calls`, `context` and other structured fields take
 * JSON; an empty cell is a field left out. Columns of other names are no part of it.
 */
export function readLabelTable(
  text: string,
  onRow: (line: number, value: unknown) => void,
  onProblem: (line: number, message: string) => void,
): void {
  let columns: (string | null)[] | null = null;
  readCsvRows(text, ({ cells, line, problem }) => {
    if (problem !== null) onProblem(line, problem);
    if (columns === null) {
      columns = cells.map((cell) => fieldOf(cell.trim()));
      const missing = ["comments", "reply"].filter((name) => !columns?.includes(name));
      // Rows of further annotators may come without them, a whole table may not.
      if (missing.length === 0 || columns.includes("id")) return true;
      onProblem(line, `no column for ${missing.join(" and ")}`);
      return false;
    }
    if (problem !== null) return true;
    const value: Record<string, unknown> = {};
    for (const [index, field] of columns.entries()) {
      const cell = cells[index]?.trim() ?? "";
      if (field === null || (cell === "" && field !== "reply")) continue;
      const read = readCell(field, cell);
      if (!read.ok) {
        onProblem(line, read.message);
        return true;
      }
      value[field] = read.value;
    }
    // A further annotator's row repeats neither; an empty reply beside a comment is a decision to stay silent.
    if (value.comments === undefined && value.reply === "") delete value.reply;
    onRow(line, value);
    return true;
  });
}

function readCell(field: string, cell: string): { ok: true; value: unknown } | { ok: false; message: string } {
  if (LABELS.has(field)) return { ok: true, value: /^[\d.]+$/.test(cell) ? Number(cell) : cell };
  if (field === "dialogue") {
    const dialogue = parseDialogue(cell);
    return dialogue.ok ? { ok: true, value: dialogue.turns } : dialogue;
  }
  if (field === "comments" && !cell.startsWith("["))
    return { ok: true, value: cell.split(/\r\n|\r|\n/).flatMap((one) => one.trim() || []) };
  if (!JSON_FIELDS.has(field) && field !== "comments") return { ok: true, value: cell };
  const json = parseJson(cell);
  return json.ok ? json : { ok: false, message: `${field}: ${json.message}` };
}
