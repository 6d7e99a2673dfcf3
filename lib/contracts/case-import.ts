import { z } from "zod";
import { LineProblem, Metric } from "./case";

/**
 * `jsonl`: one case a line. `csv`: a table whose columns are mapped. `chat`: logs of OpenAI-style conversations. `labels`:
 * replies with human labels, JSON Lines or a table.
 */
export const ImportFormat = z.enum(["jsonl", "csv", "chat", "labels", "ifeval"]);
export type ImportFormat = z.infer<typeof ImportFormat>;

/** What a column of a table may hold, but for `context.<key>`. */
export const PlainCaseField = z.enum([
  "id",
  "category",
  "comment",
  "viewer",
  "dialogue",
  "channel",
  /** Phrases of which the reply must have one (a `reply-contains` check), set apart by | or new lines. */
  "expected",
  /** Phrases that the reply must not have (a `reply-excludes` check). */
  "excludes",
  /** Tools that must be called, a `tool-called` check each. */
  "tool",
  "reference",
  "group",
  "language",
  "tags",
  "priority",
]);
export type PlainCaseField = z.infer<typeof PlainCaseField>;

const CONTEXT_FIELD = /^context(?:\.(?!__proto__(?:\.|$))[^.\s]+)+$/;

/** The part of a case that a column fills; `context.<key>` (keys may nest: `context.product.name`) fills free context. */
export const CaseField = z.union([PlainCaseField, z.string().max(200).regex(CONTEXT_FIELD, "is no field of a case")]);
export type CaseField = z.infer<typeof CaseField>;

/** Column name → field. Columns that are not named are left out; one must be the comment. */
export const CsvMapping = z.record(z.string(), CaseField);
export type CsvMapping = z.infer<typeof CsvMapping>;

/** How the text of a case file is read. */
export const ImportReading = z.object({
  format: ImportFormat.default("jsonl"),
  /** For a table; suggested from its header where absent. */
  mapping: CsvMapping.optional(),
  /**
   * Give cases without a check the two default ones: a judge says whether the reply addresses the query, and its length is
   * from 1 to 2,000 characters. Both decide Effectiveness; Accuracy stays open. Absent: only in chat logs, which have no
   * checks.
   */
  defaultChecks: z.boolean().optional(),
});
export type ImportReading = z.infer<typeof ImportReading>;

const Kappa = z.object({ kappa: z.number().nullable(), items: z.int() });

/** How far people agree on labels: κ, −1 to 1, and how many replies at least two of them labelled. */
export const LabelAgreement = z.object({ annotators: z.int(), accuracy: Kappa, effectiveness: Kappa });
export type LabelAgreement = z.infer<typeof LabelAgreement>;

/** What an import would make of the beginning of a file. */
export const ImportPreview = z.object({
  /** Columns of a table, in their order, with the field that each would fill; none for other formats. */
  columns: z.array(z.object({ name: z.string(), field: CaseField.nullable(), sample: z.string() })),
  /** The first cases. */
  cases: z.array(
    z.object({
      id: z.string(),
      category: z.string(),
      comment: z.string(),
      dialogue: z.int(),
      fixtures: z.int(),
      checks: z.array(z.string()),
      /** The reply to grade and what people said of it; null where a case has none. */
      judged: z
        .object({ reply: z.string(), labels: z.array(z.object({ label: Metric, value: z.number() })) })
        .nullable()
        .default(null),
    }),
  ),
  /** Cases and cases with default checks in what was read. */
  read: z.int(),
  defaulted: z.int(),
  problems: z.array(LineProblem),
  /** For labels of several people; null elsewhere. */
  agreement: LabelAgreement.nullable().default(null),
});
export type ImportPreview = z.infer<typeof ImportPreview>;
