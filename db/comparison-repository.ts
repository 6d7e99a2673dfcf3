import { gunzipSync, gzipSync } from "node:zlib";
import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { FlippedCases, PairedResults, PairedSummary } from "../lib/contracts/comparison";
import { RunSettings } from "../lib/contracts/run-settings";
import type { Store } from "./client";
import { isThere } from "./removed";
import { caseResults, comparisons, runs } from "./schema";

export interface RunPair {
  base: string;
  head: string;
}

/** What is kept of a pair. */
interface KeptComparison {
  summary: PairedSummary;
  flipped: FlippedCases;
  results: PairedResults;
}

/** A summary, and the ids of the flips for those who ask. */
export interface KeptSummary extends PairedSummary {
  flipped: () => FlippedCases;
}

/** Bytes before the parts: the lengths of the first two. */
const HEAD = 8;

/** A stored body: the summary as JSON, then the ids of the flips and the results, each as JSON, gzip. A chart reads the first. */
function packBody({ summary, flipped, results }: KeptComparison): Buffer {
  const first = Buffer.from(JSON.stringify(summary));
  const second = gzipSync(JSON.stringify(flipped), { level: 4 });
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(first.length, 0);
  head.writeUInt32BE(second.length, 4);
  return Buffer.concat([head, first, second, gzipSync(JSON.stringify(results), { level: 4 })]);
}

function partsOf(body: Buffer): [summary: Buffer, flipped: Buffer, results: Buffer] {
  const first = HEAD + body.readUInt32BE(0);
  const second = first + body.readUInt32BE(4);
  return [body.subarray(HEAD, first), body.subarray(first, second), body.subarray(second)];
}

const unpack = (bytes: Buffer): unknown => JSON.parse(gunzipSync(bytes).toString("utf8"));

const keyOf = ({ base, head }: RunPair) => and(eq(comparisons.base, base), eq(comparisons.head, head));

/** Keeps what was computed of two runs that have ended, in place of what an earlier method made of them. */
export function putComparison(store: Store, pair: RunPair, method: string, kept: KeptComparison): void {
  const body = packBody(kept);
  store
    .insert(comparisons)
    .values({ base: pair.base, head: pair.head, method, body })
    .onConflictDoUpdate({ target: [comparisons.base, comparisons.head], set: { method, body } })
    .run();
}

export function findPairedResults(store: Store, pair: RunPair, method: string): PairedResults | undefined {
  const row = store
    .select({ body: comparisons.body })
    .from(comparisons)
    .where(and(keyOf(pair), eq(comparisons.method, method)))
    .get();
  return row && PairedResults.parse(unpack(partsOf(row.body)[2]));
}

/** `base head` → summary, of those of the pairs that are kept. */
export function pairedSummaries(store: Store, pairs: readonly RunPair[], method: string): Map<string, KeptSummary> {
  if (pairs.length === 0) return new Map();
  const wanted = new Set(pairs.map(pairKey));
  const heads = [...new Set(pairs.map((pair) => pair.head))];
  const rows = store
    .select({ base: comparisons.base, head: comparisons.head, body: comparisons.body })
    .from(comparisons)
    .where(and(inArray(comparisons.head, heads), eq(comparisons.method, method)))
    .all()
    .filter((row) => wanted.has(pairKey(row)));
  return new Map(
    rows.map((row) => {
      const [summary, flipped] = partsOf(row.body);
      const parsed = PairedSummary.parse(JSON.parse(summary.toString("utf8")));
      return [pairKey(row), { ...parsed, flipped: () => FlippedCases.parse(unpack(flipped)) }];
    }),
  );
}

/** P0 cases that were scored in the base run and could not be scored in the other. */
export function unscoredP0(store: Store, { base, head }: RunPair): string[] {
  const before = alias(caseResults, "before");
  const rows = store
    .selectDistinct({ id: caseResults.case })
    .from(caseResults)
    .innerJoin(before, and(eq(before.run, base), eq(before.case, caseResults.case), eq(before.repeat, caseResults.repeat)))
    .where(
      and(
        eq(caseResults.run, head),
        eq(caseResults.priority, "P0"),
        eq(caseResults.state, "unscored"),
        eq(before.state, "scored"),
      ),
    )
    .all();
  return rows.map(({ id }) => id);
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
type Measured = Pick<typeof runs.$inferSelect, "version" | "endpoint" | "dataset" | "datasetVersion">;

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
        isThere(repeated),
        isThere(runs),
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
