import { type FixtureTables, FixtureTables as Tables } from "@/lib/contracts/case";
import type { LabelAgreement } from "@/lib/contracts/case-import";
import { CaseCollector, type CaseFile, describeIssues } from "../case-collector";
import { contentId, guessLanguage } from "../content-id";
import { parseJson } from "../parse-json";
import { LABEL_FIELDS, LabelRecord } from "./label-record";
import { type GivenLabel, labelAgreement, labelChecks, whyNoLabel } from "./merge-labels";
import { readLabelTable } from "./table-rows";

export interface LabelFile extends CaseFile {
  /** κ between people; null where at most one labelled. */
  agreement: LabelAgreement | null;
}

interface Labelled {
  line: number;
  record: LabelRecord;
  given: GivenLabel[];
}

/**
 * Parses replies with human labels (`LabelRecord`), JSON Lines or a table with a header, into cases of a set of kind
 * `judge-labels`. Several lines of one id are several annotators of one reply: the majority decides each label, and a reply
 * on which they come to none is reported. A line `{"shared": {table: […]}}` holds recorded returns for all, as in a case
 * file. `truncated`: the text ends anywhere; whatever stands on its last line does not count.
 */
export function parseLabels(text: string, truncated = false): LabelFile {
  const source = truncated ? text.slice(0, Math.max(0, text.lastIndexOf("\n"))) : text;
  const collector = new CaseCollector();
  const report = (line: number, message: string) => collector.report(line, message);
  const replies = new Map<string, Labelled>();
  const shared: FixtureTables = {};
  const take = (line: number, value: unknown) => {
    const problem = addRecord(replies, line, value);
    if (problem !== null) report(line, problem);
  };
  if (/^\uFEFF?\s*\{/.test(source)) readLines(source, shared, take, report);
  else readLabelTable(source, take, report);
  for (const [id, { line, record, given }] of replies) {
    const checks = labelChecks(given);
    if (checks.length === 0) report(line, whyNoLabel(given));
    else collector.add(line, caseOf(id, record, checks));
  }
  const problems = collector.problems.toSorted((a, b) => a.line - b.line);
  return { cases: collector.cases, shared, problems, agreement: labelAgreement([...replies.values()].map(({ given }) => given)) };
}

function readLines(
  source: string,
  shared: FixtureTables,
  take: (line: number, value: unknown) => void,
  report: (line: number, message: string) => void,
): void {
  for (const [index, raw] of source
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (raw.trim() === "") continue;
    const json = parseJson(raw);
    if (!json.ok) report(index + 1, json.message);
    else if (isObject(json.value) && Object.keys(json.value).join() === "shared") {
      const tables = Tables.safeParse(Object.values(json.value)[0]);
      if (tables.success) Object.assign(shared, tables.data);
      else report(index + 1, describeIssues(tables.error.issues, ["shared"]));
    } else take(index + 1, json.value);
  }
}

/** Adds a line to its reply, or says what is wrong with it. */
function addRecord(replies: Map<string, Labelled>, line: number, value: unknown): string | null {
  const unknown = isObject(value) ? Object.keys(value).filter((key) => !LABEL_FIELDS.includes(key)) : [];
  if (unknown.length > 0) {
    const names = unknown.map((key) => `"${key}"`).join(", ");
    return `unknown field ${names}; a label has ${LABEL_FIELDS.join(", ")}`;
  }
  const parsed = LabelRecord.safeParse(value);
  if (!parsed.success) return describeIssues(parsed.error.issues);
  const record = parsed.data;
  const { annotator, accuracy, effectiveness } = record;
  const id = record.id ?? contentId([record.comments ?? null, record.dialogue ?? [], record.reply ?? null], () => false);
  const known = replies.get(id);
  if (!known) {
    if (record.comments === undefined || record.reply === undefined)
      return `the first line of a reply has its comments and its reply; this one (${id}) has not`;
    replies.set(id, { line, record, given: [{ annotator, accuracy, effectiveness }] });
    return null;
  }
  if (record.reply !== undefined && record.reply !== known.record.reply)
    return `"${id}": line ${known.line} labels another reply under this id`;
  const name = annotator === "" ? "somebody without a name" : annotator;
  if (known.given.some((one) => one.annotator === annotator))
    return `"${id}": the labels of ${name} are there already; name the annotators apart`;
  known.given.push({ annotator, accuracy, effectiveness });
  return null;
}

/** The case, not yet validated. */
function caseOf(id: string, record: LabelRecord, checks: ReturnType<typeof labelChecks>): unknown {
  const {
    comments = [],
    reply,
    toolCalls,
    accuracy: _,
    effectiveness: __,
    annotator: ___,
    run: ____,
    language,
    ...rest
  } = record;
  const texts = (typeof comments === "string" ? [comments] : comments).map((one) =>
    typeof one === "string" ? { text: one } : one,
  );
  return {
    ...rest,
    id,
    category: record.category ?? "uncategorised",
    input: { comments: texts },
    language: language ?? guessLanguage(texts.map(({ text }) => text).join("\n")),
    judged: { reply, toolCalls },
    checks,
  };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);
