import { gzipSync } from "node:zlib";
import { getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { Case } from "../lib/contracts/case";
import type { CaseResult } from "../lib/contracts/run";
import type { Trajectory } from "../lib/contracts/trajectory";
import type { Database } from "./client";
import { caseResults, reusable, trajectories } from "./schema";

export interface ResultEntry {
  result: CaseResult;
  /** Place of the case in its data set. */
  ordinal: number;
  group: string | null;
  /** Null where the case was not run. */
  trajectory: Trajectory | null;
  /** Key under which a later run may take it over, and the Skills that it loaded; null where it may not. */
  reusable: { key: string; skills: Record<string, string> } | null;
}

type Holes<Columns> = { [Name in keyof Columns]: ReturnType<typeof sql.placeholder> };

/** A placeholder for every column, under its name. */
export function holes<Columns extends object>(columns: Columns): Holes<Columns> {
  const made: Partial<Holes<Columns>> = {};
  for (const name in columns) made[name] = sql.placeholder(name);
  // Every column has one now.
  return made as Holes<Columns>;
}

/** A window as large as the text and no larger: setting a full one up takes longer than packing a short trajectory. */
function packed(trajectory: Trajectory): Buffer {
  const text = JSON.stringify(trajectory);
  return gzipSync(text, text.length > 16_384 ? { level: 4 } : { level: 4, windowBits: 13, memLevel: 6 });
}

/**
 * The statements of a run's inner loop, prepared once: making them anew for every case took most of the time of storing it.
 * `insert` stores a result with its trajectory and its key; false where there is one already, which then stays. Call it inside
 * a transaction.
 */
export function prepareRunStatements(database: Database): {
  insert: (entry: ResultEntry) => boolean;
  readCase: (dataset: string, version: string, id: string) => Case | undefined;
} {
  const insertRow = database
    .insert(caseResults)
    .values(holes(getTableColumns(caseResults)))
    .onConflictDoNothing()
    .prepare();
  const insertTrajectory = database
    .insert(trajectories)
    .values(holes(getTableColumns(trajectories)))
    .prepare();
  const insertReusable = database
    .insert(reusable)
    .values(holes(getTableColumns(reusable)))
    .onConflictDoNothing()
    .prepare();
  const selectCase = database.$client.prepare("select body from cases where dataset = ? and version = ? and id = ?").pluck();
  return {
    insert({ result, ordinal, group, trajectory, reusable: kept }) {
      if (insertRow.run({ ...result, ordinal, group }).changes === 0) return false;
      const { run, case: id, repeat } = result;
      if (trajectory) insertTrajectory.run({ run, case: id, repeat, body: packed(trajectory) });
      if (kept) insertReusable.run({ ...kept, run, case: id, repeat });
      return true;
    },
    readCase(dataset, version, id) {
      const body = z
        .string()
        .optional()
        .parse(selectCase.get(dataset, version, id));
      return body === undefined ? undefined : Case.parse(JSON.parse(body));
    },
  };
}
