import { describe, expect, it } from "vitest";
import { RunOutcome, RunSettings } from "@/lib/contracts/run-settings";
import { gateRunSample, policySample, wantedSample } from "@/lib/testing/gate-samples";
import { chooseRun } from "./choose-run";
import type { GateRun } from "./facts";

const judge = { id: "panel", name: "Panel", version: "j2" };
const concurrency = (most: number) => RunOutcome.parse({ concurrency: { most, last: most, lowered: 0 } });

it("takes the newest run that counts, and passes over newer ones that do not", () => {
  const [failed, good, older] = [
    gateRunSample({ id: "run_3", status: "failed" }),
    gateRunSample({ id: "run_2" }),
    gateRunSample({ id: "run_1" }),
  ];
  expect(chooseRun([failed, good, older], wantedSample()).run?.id).toBe("run_2");
});

it("names a run that time has overtaken before one that could never have counted", () => {
  const running = gateRunSample({ id: "run_3", status: "running" });
  const old = gateRunSample({ id: "run_2", datasetVersion: "d0" });
  expect(chooseRun([running, old], wantedSample()).instead).toMatchObject({ run: "run_2", state: "stale" });
  expect(chooseRun([running], wantedSample()).instead).toMatchObject({ run: "run_3", state: "missing" });
  expect(chooseRun([], wantedSample())).toEqual({ run: null, instead: null });
});

describe("stale", () => {
  const stale: [string, Partial<GateRun>, RegExp, Parameters<typeof wantedSample>[0]?][] = [
    ["another version of the data set", { datasetVersion: "d0" }, /version d0 of the data set, and the newest is d1/],
    ["other checks", { checkVersion: "checks-1" }, /checks-1, and the checks are checks now/],
    [
      "another judge version",
      { judge: { ...judge, version: "j1" } },
      /version j1 of the judge Panel, which is j2 now/,
      { judge },
    ],
    ["another checkpoint", { endpointAtStart: policySample({ checkpoint: "c0" }) }, /checkpoint c0.*it is .*checkpoint c1/],
    ["another address", { endpointAtStart: policySample({ baseUrl: "http://other/v1" }) }, /http:\/\/other/],
    ["another model", { endpointAtStart: policySample({ model: "else" }) }, /asked else/],
    ["another kind of endpoint", { endpointAtStart: policySample({ kind: "embedded" }) }, /asked/],
    ["another FAQ", { faq: "f0" }, /another FAQ/],
    ["its age", { finishedAt: "2026-10-01T12:00:00.000Z" }, /60 days old, and 30 are allowed/],
    [
      "the age of the replies that it judged",
      {
        repliesOf: "run_0",
        source: { id: "run_0", noiseOf: null, outcome: concurrency(2), finishedAt: "2026-10-01T12:00:00.000Z" },
      },
      /60 days old/,
    ],
  ];
  it.each(stale)("by %s", (_, change, why, wanted) => {
    const { run, instead } = chooseRun([gateRunSample(change)], wantedSample(wanted));
    expect(run).toBeNull();
    expect(instead).toMatchObject({ state: "stale", why: expect.stringMatching(why) });
  });

  it("never by age where the project sets none", () => {
    const old = gateRunSample({ finishedAt: "2020-01-01T00:00:00.000Z" });
    expect(chooseRun([old], wantedSample({ maxAgeDays: null })).run).toBe(old);
  });
});

describe("cannot gate", () => {
  const unfit: [string, Partial<GateRun>, RegExp, Parameters<typeof wantedSample>[0]?][] = [
    ["a run that has not ended", { status: "running" }, /has not ended/],
    ["a run that was stopped", { status: "stopped" }, /did not run all its cases/],
    ["a repetition for the noise floor", { noiseOf: "run_0" }, /repeats run_0/],
    ["failed cases run again", { outcome: { ...concurrency(2), rerunFailed: 2 } }, /2 failed cases run again/],
    [
      "the judged replies of a run with failed cases run again",
      { source: { id: "run_0", noiseOf: null, outcome: { ...concurrency(2), rerunFailed: 1 }, finishedAt: null } },
      /1 failed case run again/,
    ],
    ["a run without the judge", {}, /scored by the checks alone, and the gate asks for the judge Panel/, { judge }],
    ["a run with a judge where none is named", { judge }, /scored by the judge Panel/],
    ["a replay with too many cases at once", { outcome: concurrency(3) }, /had 3 cases at once/, { gate: "latency" }],
    ["a replay that says nothing of it", { outcome: RunOutcome.parse({}) }, /does not say/, { gate: "latency" }],
    [
      "a replay that reused results",
      { settings: RunSettings.parse({ concurrency: 2, reuse: true }) },
      /took results over/,
      { gate: "latency" },
    ],
    ["a replay that is none", { repliesOf: "run_0" }, /measured no time/, { gate: "latency" }],
    [
      "a replay beside another run",
      { alongside: [{ run: "run_9", cases: 8 }] },
      /shared its endpoint with run_9: together up to 10 cases at once/,
      { gate: "latency" },
    ],
  ];
  it.each(unfit)("%s", (_, change, why, wanted) => {
    const { run, instead } = chooseRun([gateRunSample(change)], wantedSample(wanted));
    expect(run).toBeNull();
    expect(instead).toMatchObject({ state: "missing", why: expect.stringMatching(why) });
  });
});

it("lets a run judged anew gate what is about replies, and a replay by any judge and checks gate latency", () => {
  const rejudged = gateRunSample({ repliesOf: "run_0", judge });
  expect(chooseRun([rejudged], wantedSample({ judge })).run).toBe(rejudged);
  const replay = gateRunSample({ judge, checkVersion: "checks-1" });
  expect(chooseRun([replay], wantedSample({ gate: "latency" })).run).toBe(replay);
  const alone = gateRunSample({ outcome: concurrency(1), alongside: [{ run: "run_9", cases: 1 }] });
  expect(chooseRun([alone], wantedSample({ gate: "latency" })).run).toBe(alone);
});
