import { gunzipSync, gzipSync } from "node:zlib";
import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { PairedResults, PairedSummary } from "../lib/contracts/comparison";
import { RunSettings } from "../lib/contracts/run-settings";
import type { Store } from "./client";
import { caseResults, comparisons, runs } from "./schema";

export interface RunPair {
  base: string;
  head: string;
}

/** Bytes before the summary: its length. */
const HEAD = 4;

/** A stored body: the length of the summary, the summary, the paired results, the last two as JSON, gzip. */
function packBody(summary: PairedSummary, results: PairedResults): Buffer {
  const first = gzipSync(JSON.stringify(summary), { level: 4 });
  const length = Buffer.alloc(HEAD);
  length.writeUInt32BE(first.length);
  return Buffer.concat([length, first, gzipSync(JSON.stringify(results), { level: 4 })]);
}

const unpack = (bytes: Buffer): unknown => JSON.parse(gunzipSync(bytes).toString("utf8"));
const summaryEnd = (body: Buffer) => HEAD + body.readUInt32BE(0);

const keyOf = ({ base, head }: RunPair) => and(eq(comparisons.base, base), eq(comparisons.head, head));

/** Keeps the paired results of two runs that have ended, in place of what an earlier method made of them. */
export function putComparison(store: Store, pair: RunPair, method: string, summary: PairedSummary, results: PairedResults): void {
  const body = packBody(summary, results);
  store
    .insert(comparisons)
    .values({ ...pair, method, body })
    .onConflictDoUpdate({ target: [comparisons.base, comparisons.head], set: { method, body } })
    .run();
}

export function findPairedResults(store: Store, pair: RunPair, method: string): PairedResults | undefined {
  const row = store
    .select({ body: comparisons.body })
    .from(comparisons)
    .where(and(keyOf(pair), eq(comparisons.method, method)))
    .get();
  return row && PairedResults.parse(unpack(row.body.subarray(summaryEnd(row.body))));
}

/** `base head` → summary, of those of the pairs that are kept. */
export function pairedSummaries(store: Store, pairs: readonly RunPair[], method: string): Map<string, PairedSummary> {
  if (pairs.length === 0) return new Map();
  const wanted = new Set(pairs.map(pairKey));
  const heads = [...new Set(pairs.map((pair) => pair.head))];
  const rows = store
    .select({ base: comparisons.base, head: comparisons.head, body: comparisons.body })
    .from(comparisons)
    .where(and(inArray(comparisons.head, heads), eq(comparisons.method, method)))
    .all()
    .filter((row) => wanted.has(pairKey(row)));
  return new Map(rows.map((row) => [pairKey(row), PairedSummary.parse(unpack(row.body.subarray(HEAD, summaryEnd(row.body))))]));
}

export const pairKey = ({ base, head }: RunPair): string => `${base} ${head}`;

/** Forgets what is kept of comparisons with a run, before its results change. Call it inside the transaction that changes them. */
export function forgetComparisons(store: Store, run: string): void {
  store
    .delete(comparisons)
    .where(or(eq(comparisons.base, run), eq(comparisons.head, run)))
    .run();
}

/** Case id → comment, for the given cases of a run. */
export function commentsOf(store: Store, run: string, cases: readonly string[]): Map<string, string> {
  const rows = store
    .select({ case: caseResults.case, comment: caseResults.comment })
    .from(caseResults)
    .where(
      and(
        eq(caseResults.run, run),
        eq(caseResults.repeat, 0),
        // One parameter however many cases there are.
        sql`${caseResults.case} in (select value from json_each(${JSON.stringify(cases)}))`,
      ),
    )
    .all();
  return new Map(rows.map((row) => [row.case, row.comment]));
}

/** A version as it was measured: what two runs must share to be repetitions of each other. */
export type Measured = Pick<typeof runs.$inferSelect, "version" | "endpoint" | "dataset" | "datasetVersion">;

/** The ended A/A pairs of a project that were measured like one of the given runs, oldest first: a run and its repetition. */
export function noisePairs(store: Store, project: string, measured: readonly Measured[]): RunPair[] {
  const repeated = alias(runs, "repeated");
  return store
    .select({ base: repeated.id, head: runs.id })
    .from(runs)
    .innerJoin(repeated, eq(repeated.id, runs.noiseOf))
    .where(
      and(
        eq(repeated.project, project),
        isNotNull(runs.metrics),
        isNotNull(repeated.metrics),
        inArray(runs.status, ["completed", "stopped"]),
        or(
          ...measured.map((one) =>
            and(
              eq(repeated.version, one.version),
              eq(repeated.endpoint, one.endpoint),
              eq(repeated.dataset, one.dataset),
              eq(repeated.datasetVersion, one.datasetVersion),
            ),
          ),
        ),
      ),
    )
    .orderBy(asc(runs.sequence))
    .all();
}

/** Seeds of the repetitions of a run. */
export const noiseSeeds = (store: Store, run: string): number[] =>
  store
    .select({ settings: runs.settings })
    .from(runs)
    .where(eq(runs.noiseOf, run))
    .all()
    .map((row) => RunSettings.parse(row.settings).seed);
