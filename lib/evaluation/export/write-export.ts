import type { ResultExportFormat } from "@/lib/contracts/result-export";
import { csvExport } from "./csv";
import type { ExportSource } from "./export-source";
import { htmlExport } from "./html";
import { jsonlExport } from "./jsonl";
import { junitExport } from "./junit";
import { labelsExport } from "./labels";

interface Form {
  write: (source: ExportSource) => Generator<string>;
  mediaType: string;
  ending: string;
}

/** How results are written in each form. */
export const EXPORT_FORMS: Readonly<Record<ResultExportFormat, Form>> = {
  jsonl: { write: jsonlExport, mediaType: "application/x-ndjson; charset=utf-8", ending: "jsonl" },
  csv: { write: csvExport, mediaType: "text/csv; charset=utf-8", ending: "csv" },
  junit: { write: junitExport, mediaType: "application/xml; charset=utf-8", ending: "xml" },
  html: { write: htmlExport, mediaType: "text/html; charset=utf-8", ending: "html" },
  labels: { write: labelsExport, mediaType: "application/x-ndjson; charset=utf-8", ending: "labels.jsonl" },
};
