import "server-only";
import { countsByCategory, eachResult } from "@/db/result-pages";
import { ResultExportFormat } from "@/lib/contracts/result-export";
import type { ExportSource } from "@/lib/evaluation/export/export-source";
import { EXPORT_FORMS } from "@/lib/evaluation/export/write-export";
import { AppError, badRequest } from "../app-error";
import type { Context } from "../context";
import { requireDataset, requireRun } from "../lookups";
import { metricsOf, toRun } from "../run-view";

export interface RunExport {
  fileName: string;
  mediaType: string;
  /** The text in pieces; each is made when it is asked for. */
  pieces: Generator<string>;
}

const SHOWS = { dev: "all", gate: "scores", vault: "none" } as const;

/**
 * The results of a run, to be written out piece by piece. Of a gate set scores and replies are told, of a vault the scores by
 * category alone, which only the report has.
 */
export function exportRun({ studio }: Context, input: { project: string; run: string; format: string }): RunExport {
  const format = ResultExportFormat.safeParse(input.format);
  if (!format.success) throw badRequest(`format: is one of ${ResultExportFormat.options.join(", ")}`);
  const store = studio.database;
  const stored = requireRun(store, input.project, input.run);
  const shows = SHOWS[requireDataset(store, input.project, stored.dataset).role];
  if (shows === "none" && format.data !== "html") {
    throw new AppError("FORBIDDEN", "The run is on a vault: its scores by category are all that is shown of it.");
  }
  const source: ExportSource = {
    run: toRun(store, stored),
    metrics: metricsOf(store, stored),
    results: (part) => eachResult(store, stored.id, part),
    counts: () => countsByCategory(store, stored.id),
    shows,
  };
  const { write, mediaType, ending } = EXPORT_FORMS[format.data];
  return { fileName: `${stored.id}.${ending}`, mediaType, pieces: write(source) };
}
