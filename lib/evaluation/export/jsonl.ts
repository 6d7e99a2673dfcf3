import type { ExportSource } from "./export-source";

/** One result a line, with the verdict of each check and each vote where they may be shown. */
export function* jsonlExport({ results, shows }: ExportSource): Generator<string> {
  for (const { features: _, checks, votes, ...row } of results()) {
    yield `${JSON.stringify(shows === "all" ? { ...row, checks, votes } : row)}\n`;
  }
}
