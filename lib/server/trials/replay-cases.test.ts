import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allRows } from "@/db/result-repository";
import { findRun } from "@/db/run-repository";
import type { Bundle } from "@/lib/contracts/harness";
import { Budget } from "@/lib/contracts/run-settings";
import { openRuleRoom, promptOf, type RuleRoom } from "@/lib/testing/rule-room";
import { openTestStudio } from "@/lib/testing/test-studio";
import { readBundleFolder } from "../bundle-folder";
import { ReplayImpossible, replayCases } from "./replay-cases";

const CASES = ["a", "b", "c", "d", "e", "f"].map((id) => ({ id, word: `word-${id}` }));
const RULES = ["a", "b", "c", "d"].map((id) => `On ${id} say word-${id}.`);
const EVERY = CASES.map(({ id }) => ({ case: id, repeat: 0 }));

let room: RuleRoom;
let base: Bundle;

beforeAll(async () => {
  room = await openRuleRoom({ cases: CASES, rules: RULES, entries: [], price: 1 });
  base = (await room.studio.call("GET", `/projects/p/versions/${room.version}/bundle`)).body.files;
});
afterAll(() => room.close());

async function replay(bundle: Bundle, given: { cases?: typeof EVERY; budget?: object; stopAfter?: number } = {}) {
  const run = findRun(room.studio.studio.database, room.run);
  if (!run) throw new Error("the run is there");
  const stop = new AbortController();
  const scores = new Map<string, number | null>();
  const outcome = await replayCases(room.studio.studio, {
    ...{ run, bundle, cases: given.cases ?? EVERY, budget: Budget.parse(given.budget ?? {}), signal: stop.signal },
    onCase: (result) => {
      scores.set(result.case, result.evaluation.accuracy);
      if (scores.size === given.stopAfter) stop.abort();
    },
  });
  return { ...outcome, scores };
}

test("the run's own bundle gives its results again, and nothing is stored", async () => {
  const { database } = room.studio.studio;
  const before = allRows(database, room.run);
  const { ended, scores, spent } = await replay(base);
  expect(ended).toBe("all");
  expect(scores).toEqual(new Map(before.map((row) => [row.case, row.accuracy])));
  expect(spent).toEqual({ calls: 6, tokens: 660, cost: expect.closeTo(0.00066, 8) });
  expect(allRows(database, room.run)).toEqual(before);
});

test("the endpoint is sent the same of a case as in the run, its seed among it", async () => {
  const sent = (bodies: readonly unknown[]) => bodies.map((body) => JSON.stringify(body)).toSorted();
  const from = room.policy.bodies.length;
  await replay(base);
  expect(sent(room.policy.bodies.slice(from))).toEqual(sent(room.policy.bodies.slice(0, CASES.length)));
  expect(room.policy.bodies[0]).toHaveProperty("seed");
});

test("another bundle is what the cases run under", async () => {
  const bundle = { ...base, "prompt/01-role.md": promptOf([...RULES, "On e say word-e.", "Never say word-a."]) };
  const { scores } = await replay(bundle);
  expect(Object.fromEntries(scores)).toEqual({ a: 0, b: 1, c: 1, d: 1, e: 1, f: 0 });
});

test("a budget ends it with what fitted, and is not exceeded", async () => {
  const { ended, scores, spent } = await replay(base, { budget: { calls: 3 } });
  expect([ended, spent.calls]).toEqual(["budget", 3]);
  expect(scores.size).toBe(3);
});

test("a stop reports no case after it", async () => {
  const { ended, scores } = await replay(base, { stopAfter: 1 });
  expect([ended, scores.size]).toEqual(["stopped", 1]);
});

test("a bundle that does not parse is a failure of its own kind, with its place", async () => {
  const broken = replay({ ...base, "harness.yaml": "name: [" });
  await expect(broken).rejects.toThrow(ReplayImpossible);
  await expect(broken).rejects.toMatchObject({ diagnostics: [{ path: "harness.yaml" }] });
});

test("the demo's harness gives word for word the replies of the run again, in each repeat", async () => {
  const studio = openTestStudio();
  try {
    await studio.call("POST", "/projects", { id: "p", name: "P" });
    const files = await readBundleFolder("examples/live-room/harnesses/modular");
    const version = (await studio.call("POST", "/projects/p/versions/import", { files })).body.version.hash;
    const [shared, ...lines] = readFileSync("examples/live-room/cases/dev.jsonl", "utf8").split("\n");
    const text = [shared, ...lines.filter((_, index) => index % 80 === 0)].join("\n");
    const { dataset } = (await studio.call("POST", "/projects/p/datasets/import", { name: "dev", role: "dev", text })).body;
    const settings = { repeats: 2, seed: 9 };
    const { id } = (
      await studio.call("POST", "/projects/p/runs", { version, endpoint: "embedded", dataset: dataset.id, settings })
    ).body;
    for await (const _ of studio.studio.runner.progress(id, AbortSignal.timeout(60_000)));
    const rows = allRows(studio.studio.database, id);
    const run = findRun(studio.studio.database, id);
    if (!run) throw new Error("the run is there");
    const replies = new Map<string, string>();
    await replayCases(studio.studio, {
      ...{ run, bundle: files, cases: rows, budget: Budget.parse({}), signal: new AbortController().signal },
      onCase: ({ case: one, repeat, evaluation: { accuracy, effectiveness, trajectory } }) =>
        replies.set(`${one} ${repeat}`, `${accuracy} ${effectiveness} ${trajectory.reply}`),
    });
    expect(rows.length).toBeGreaterThan(10);
    expect(replies).toEqual(
      new Map(rows.map((row) => [`${row.case} ${row.repeat}`, `${row.accuracy} ${row.effectiveness} ${row.reply}`])),
    );
  } finally {
    await studio.close();
  }
});
