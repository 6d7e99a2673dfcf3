import { z } from "zod";

/** Forms in which the results of a run leave the studio. */
export const ResultExportFormat = z.enum(["jsonl", "csv", "junit", "html"]);
export type ResultExportFormat = z.infer<typeof ResultExportFormat>;

/** Path of the download under /api. */
export const resultExportPath = (project: string, run: string, format: ResultExportFormat): `/${string}` =>
  `/projects/${encodeURIComponent(project)}/runs/${encodeURIComponent(run)}/export?format=${format}`;
