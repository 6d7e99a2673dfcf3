import type { StageColumn } from "./chart-data";

/** Where the cases behind a stage, or one category of it, are listed: its comparison with the stage before, or its run. */
export function casesHref(project: string, columns: StageColumn[], column: StageColumn, category: string | null): string | null {
  const { run } = column.point.stage;
  if (run === null) return null;
  const base = column.parent === null ? null : (columns[column.parent]?.point.stage.run ?? null);
  const query = new URLSearchParams(base === null ? {} : { base, head: run });
  if (category !== null) query.set("category", category);
  const path = base === null ? `/p/${project}/runs/${run}` : `/p/${project}/runs/compare`;
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}
