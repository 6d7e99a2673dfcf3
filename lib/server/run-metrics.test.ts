import { afterEach, beforeEach, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "@/db/client";
import { prepareRunStatements } from "@/db/result-inserts";
import { findRun } from "@/db/run-repository";
import { removeResults } from "@/db/run-work-repository";
import { type CaseResult, type CaseRow, NO_INCIDENTS, TrajectoryFeatures } from "@/lib/contracts/run";
import { runMetrics } from "@/lib/evaluation/metrics";
import { EMBEDDED_ENDPOINT } from "@/lib/simulation/embedded-fetch";
import { sampleCase, sampleRow } from "@/lib/testing/evaluation-samples";
import { openTestFolder } from "@/lib/testing/test-folder";
import { forgetTotals, metricsFromStore } from "./run-metrics";
import { toRun } from "./run-view";
import { storeSampleRun } from "./runs/sample-run";

let folder: ReturnType<typeof openTestFolder>;
let open: OpenDatabase;
beforeEach(() => {
  folder = openTestFolder();
  open = openDatabase(`${folder.path}/studio.sqlite`);
});
afterEach(() => {
  open.close();
  folder.remove();
});

const features = (guards: number) =>
  TrajectoryFeatures.parse({
    ...{ skills: [], tools: [], toolErrors: [], hooks: [], promptBlocks: [], stopReason: "replied", rounds: 1, retries: 0 },
    incidents: { guards },
  });

/** Forty results of twenty cases, two repeats each: scored, failed, unscored and taken over from another run. */
const rows: CaseResult[] = Array.from({ length: 40 }, (_, index) => {
  const unscored = index % 7 === 3;
  const row: Partial<CaseRow> = {
    ...{ run: "run_sample", case: `c${index >> 1}`, repeat: index % 2, category: `k${(index >> 1) % 3}`, wallMs: 40 - index },
    ...(index % 5 === 0 && {
      accuracy: 0,
      effectiveness: 0.5,
      state: index % 10 === 0 ? ("failed" as const) : ("scored" as const),
    }),
    ...(index % 6 === 1 && { effectiveness: null }),
    ...(index % 11 === 2 && { reusedFrom: "run_other", promptTokens: null, completionTokens: null }),
    ...(unscored && { state: "unscored" as const, unscoredKind: "infrastructure" as const, accuracy: null, effectiveness: null }),
  };
  return { ...sampleRow(row), checks: [], features: features(index % 4 === 0 ? 2 : 0), seed: 1, votes: [] };
});

function store(some: readonly CaseResult[]): void {
  const { insert } = prepareRunStatements(open.database);
  for (const result of some) {
    insert({ result, ordinal: Number(result.case.slice(1)), group: null, trajectory: null, reusable: null });
  }
}

function expected(some: readonly CaseResult[]) {
  const guarded = some.filter((row) => row.features.incidents.guards > 0).length;
  const unscored = some.filter((row) => row.state === "unscored").length;
  const counted = some.filter((row) => row.promptTokens !== null).length;
  return runMetrics(some, EMBEDDED_ENDPOINT, {
    ...{ prompt: 100 * counted, completion: 10 * counted, counted, calls: some.length },
    unscoredBy: unscored > 0 ? { infrastructure: unscored } : {},
    incidents: {
      total: { ...NO_INCIDENTS.total, guards: 2 * guarded },
      cases: { ...NO_INCIDENTS.cases, guards: guarded },
    },
  });
}

function now() {
  const run = findRun(open.database, "run_sample");
  if (!run) throw new Error("the run is missing");
  return { metrics: metricsFromStore(open.database, run), view: toRun(open.database, run) };
}

/** Numbers to twelve digits: the order of a sum may change the last ones. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one) => (typeof one === "number" ? Number(one.toPrecision(12)) : one));

it("metrics read by the database are those of the results, also while results come in and after some were taken away", () => {
  const cases = Array.from({ length: 20 }, (_, index) => sampleCase({ id: `c${index}` }));
  storeSampleRun(open.database, { cases, endpoint: EMBEDDED_ENDPOINT, settings: { repeats: 2 } });
  store(rows.slice(0, 25));
  expect(rounded(now().metrics)).toEqual(rounded(expected(rows.slice(0, 25))));
  store(rows.slice(25));
  const { metrics, view } = now();
  expect(rounded(metrics)).toEqual(rounded(expected(rows)));
  expect(view).toMatchObject({ accuracy: metrics.accuracy, effectiveness: metrics.effectiveness, avg: metrics.avg });
  expect(view.counts).toMatchObject({ done: 40, scored: metrics.scored, failed: metrics.failed });

  forgetTotals(open.database, "run_sample");
  removeResults(open.database, "run_sample", ["failed"]);
  expect(rounded(now().metrics)).toEqual(rounded(expected(rows.filter((row) => row.state !== "failed"))));
});
