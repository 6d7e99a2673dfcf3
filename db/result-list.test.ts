import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CaseResult } from "@/lib/contracts/run";
import { storeSampleRun } from "@/lib/server/runs/sample-run";
import { EMBEDDED_ENDPOINT } from "@/lib/simulation/embedded-fetch";
import { sampleCase, sampleRow, sampleTrajectory } from "@/lib/testing/evaluation-samples";
import { type OpenDatabase, openDatabase } from "./client";
import { prepareRunStatements } from "./result-inserts";
import { listResults, placeOfResult, type ResultFilter } from "./result-list";

const CASES = 30;
const RUN = "run_sample";
let folder: string;
let open: OpenDatabase;

const features = {
  skills: [],
  tools: [],
  toolErrors: [],
  hooks: [],
  promptBlocks: [],
  stopReason: "replied",
  rounds: 1,
  retries: 0,
  incidents: {
    guards: 0,
    refusedCalls: 0,
    toolErrors: 0,
    retries: 0,
    fallbacks: 0,
    recoveries: 0,
    conservative: 0,
    suppressed: 0,
    hookErrors: 0,
  },
};

/** Every fifth is unscored, every seventh failed, every third wrong; every fourth reused, every sixth tried twice. */
function resultOf(index: number, repeat: number): CaseResult {
  const state = index % 5 === 0 ? "unscored" : index % 7 === 0 ? "failed" : "scored";
  const score = state === "unscored" ? null : state === "failed" || index % 3 === 0 ? 0 : 1;
  const kind = index % 10 === 0 ? "judge-abstained" : "infrastructure";
  return {
    ...sampleRow({ run: RUN, case: `c${index}`, repeat, state, accuracy: score, effectiveness: score }),
    unscoredKind: state === "unscored" ? kind : null,
    category: `category ${index % 2}`,
    wallMs: (index * 37) % 11,
    reusedFrom: index % 4 === 0 ? "run_earlier" : null,
    attempts: index % 6 === 0 ? 2 : 1,
    reply: `reply ${index}`,
    checks: [],
    features,
    seed: 1,
    votes: [],
  };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-list-"));
  open = openDatabase(join(folder, "studio.sqlite"));
  const cases = Array.from({ length: CASES }, (_, index) => sampleCase({ id: `c${index}` }));
  storeSampleRun(open.database, { cases, endpoint: EMBEDDED_ENDPOINT, settings: { repeats: 2 } });
  // Stored in another order than that of the data set, as a run of many at once does.
  const { insert } = prepareRunStatements(open.database);
  for (let step = 0; step < CASES; step += 1) {
    const index = (step * 7) % CASES;
    for (const repeat of [1, 0]) {
      insert({
        result: resultOf(index, repeat),
        ordinal: index,
        group: null,
        trajectory: sampleTrajectory(),
        reusable: null,
      });
    }
  }
});
afterAll(() => {
  open.close();
  rmSync(folder, { recursive: true, force: true });
});

const filterOf = (more: Partial<ResultFilter> = {}): ResultFilter => ({
  run: RUN,
  show: "all",
  sort: "case",
  direction: "ascending",
  ...more,
});
const page = (more: Partial<ResultFilter> = {}, offset = 0, limit = 500) =>
  listResults(open.database, { ...filterOf(more), offset, limit });
const keysOf = (more: Partial<ResultFilter> = {}, offset = 0, limit = 500) =>
  page(more, offset, limit).items.map((row) => `${row.case}#${row.repeat}`);

describe("listResults", () => {
  test("windows of a list join without a gap or a double, in every order", () => {
    for (const sort of ["case", "category", "accuracy", "effectiveness", "latency", "tokens"] as const) {
      for (const direction of ["ascending", "descending"] as const) {
        const whole = keysOf({ sort, direction });
        const windows = [0, 20, 40].flatMap((offset) => keysOf({ sort, direction }, offset, 20));
        expect(windows).toEqual(whole);
        expect(new Set(whole).size).toBe(2 * CASES);
      }
    }
  });

  test("the order of the data set is the order of the list, repeats together", () => {
    expect(keysOf({}, 4, 4)).toEqual(["c2#0", "c2#1", "c3#0", "c3#1"]);
    expect(keysOf({ direction: "descending" }, 0, 2)).toEqual([`c${CASES - 1}#1`, `c${CASES - 1}#0`]);
  });

  test("what the sort leaves open is in the order of the data set, by whatever index the rows are found", () => {
    const even = Array.from({ length: CASES / 2 }, (_, index) => [`c${2 * index}#0`, `c${2 * index}#1`]).flat();
    expect(keysOf({ sort: "category", text: "reply" }, 0, CASES)).toEqual(even);
    expect(keysOf({ sort: "category" }, 0, CASES)).toEqual(even);
  });

  test("each choice shows its rows and counts them", () => {
    const shown = (show: ResultFilter["show"]) => page({ show });
    expect(shown("unscored").items.every((row) => row.state === "unscored")).toBe(true);
    expect(shown("unscored").total).toBe(12);
    expect(page({ show: "unscored", kind: "judge-abstained" }).total).toBe(6);
    expect(shown("failed").items.every((row) => row.state === "failed")).toBe(true);
    expect(shown("reused").items.every((row) => row.reusedFrom === "run_earlier")).toBe(true);
    expect(shown("reused").total).toBe(16);
    expect(shown("retried").items.every((row) => row.attempts === 2)).toBe(true);
    const { wrong, right } = { wrong: shown("wrong").total, right: shown("right").total };
    expect([wrong > 0, wrong + right + 12]).toEqual([true, 2 * CASES]);
  });

  test("filters hold together", () => {
    const items = page({ show: "wrong", category: "category 1", text: "reply 9" }).items;
    expect(items.map((row) => row.case)).toEqual(["c9", "c9"]);
  });
});

describe("placeOfResult", () => {
  test("is where the list has the row", () => {
    for (const more of [{}, { sort: "latency", direction: "descending" }, { show: "wrong", sort: "category" }] as const) {
      const keys = keysOf(more);
      keys.forEach((key, at) => {
        const [id = "", repeat] = key.split("#");
        const place = placeOfResult(open.database, { ...filterOf(more), case: id, repeat: Number(repeat) });
        expect(place).toEqual({ at, total: keys.length });
      });
    }
  });

  test("is null for a row that the filter leaves out", () => {
    expect(placeOfResult(open.database, { ...filterOf({ show: "failed" }), case: "c0", repeat: 0 }).at).toBeNull();
  });
});

test("scores, states, categories and order are read from the index of scores alone", () => {
  const plans: string[] = [];
  const { $client } = open.database;
  const prepare = $client.prepare.bind($client);
  $client.prepare = ((source: string) => {
    plans.push(
      ...prepare(`explain query plan ${source}`)
        .all(...(source.match(/\?/g) ?? []).map(() => 1))
        .map((row) => JSON.stringify(row)),
    );
    return prepare(source);
  }) as typeof $client.prepare;
  for (const show of ["all", "wrong", "right", "unscored", "failed", "reused"] as const) {
    page({ show, category: "category 1", sort: "latency" });
  }
  $client.prepare = prepare as typeof $client.prepare;
  const scans = plans.filter((plan) => plan.includes("(run=?"));
  expect(scans.length).toBeGreaterThan(6);
  expect(scans.filter((plan) => !plan.includes("COVERING INDEX case_results_scores"))).toEqual([]);
});
