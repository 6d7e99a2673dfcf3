import "server-only";
import { findCase, readSharedTables } from "@/db/dataset-repository";
import { countsByCategory, eachResult } from "@/db/result-pages";
import { readTrajectory } from "@/db/result-repository";
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
  const dataset = requireDataset(store, input.project, stored.dataset);
  const shows = SHOWS[dataset.role];
  if (shows === "none" && format.data !== "html") {
    throw new AppError("FORBIDDEN", "The run is on a vault: its scores by category are all that is shown of it.");
  }
  if (format.data === "labels" && (shows !== "all" || dataset.kind === "judge-labels")) {
    throw badRequest("format: replies to label are taken from a run of an agent on a dev set, where its trajectories are open");
  }
  const { dataset: set, datasetVersion } = stored;
  const source: ExportSource = {
    run: toRun(store, stored),
    metrics: metricsOf(store, stored),
    results: (part) => eachResult(store, stored.id, part),
    counts: () => countsByCategory(store, stored.id),
    shows,
    ...(format.data === "labels" && {
      labels: {
        shared: readSharedTables(store, set, datasetVersion),
        situation: ({ case: id, repeat }) => {
          const item = findCase(store, set, datasetVersion, id);
          const trajectory = item && readTrajectory(store, stored.id, id, repeat);
          return item && trajectory ? { item, trajectory } : null;
        },
      },
    }),
  };
  const { write, mediaType, ending } = EXPORT_FORMS[format.data];
  return { fileName: `${stored.id}.${ending}`, mediaType, pieces: write(source) };
}
