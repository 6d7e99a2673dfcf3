import { z } from "zod";

/** Forms in which the results of a run leave the studio; `labels`: its replies for people to label, without its scores. */
export const ResultExportFormat = z.enum(["jsonl", "csv", "junit", "html", "labels"]);
export type ResultExportFormat = z.infer<typeof ResultExportFormat>;

/** Path of the download under /api. */
export const resultExportPath = (project: string, run: string, format: ResultExportFormat): `/${string}` =>
  `/projects/${encodeURIComponent(project)}/runs/${encodeURIComponent(run)}/export?format=${format}`;
