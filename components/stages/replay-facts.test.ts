import { describe, expect, it } from "vitest";
import type { StopReplay } from "@/lib/contracts/evolution";
import { lettersOf, replayFacts } from "./replay-facts";

const replay: StopReplay = {
  ...{ steps: [], stoppedAfter: "b", choice: "a", explanation: "" },
  saved: { stages: 2, cases: 800, calls: 1_600, tokens: 9_000, cost: 0.125 },
  without: { stage: "d", dev: 0.012, heldOut: -0.03, brokenP0: 1 },
  bestHeldOut: { stage: "c", avg: 0.812, behind: 0.004 },
};
const facts = (over: Partial<StopReplay>) =>
  replayFacts({ ...replay, ...over }, (id) => `Stage ${id}`).map(({ value, note }) => `${value} | ${note}`);

describe("the facts of a replay", () => {
  it("say where it stopped, what that saved, what going on came to, and the best held-out stage", () =>
    expect(facts({})).toEqual([
      "Stage b | its checkpoint: Stage a",
      "2 stages | 800 cases, 1,600 calls, 9,000 tokens, $0.13",
      "+1.2 AVG | Stage d on the dev set; held-out −3.0; 1 P0 case broken on the way",
      "Stage c | AVG 81.2; 0.4 points above the checkpoint",
    ]));
  it("of a judge tell of agreement", () => {
    const told = replayFacts(replay, (id) => `${id}`, "judge").map(({ value, note }) => `${value} | ${note}`);
    expect(told[2]).toContain("+1.2 agreement | ");
    expect(told[3]).toBe("c | Agreement 81.2; 0.4 points above the checkpoint");
  });
  it("leave out what is not known", () =>
    expect(facts({ stoppedAfter: null, saved: null, without: null, bestHeldOut: null })).toEqual([
      "never | its checkpoint: Stage a",
    ]));
  it("claim no price and no gain where there is none", () =>
    expect(
      facts({
        saved: { stages: 1, cases: 1, calls: 1, tokens: 0, cost: null },
        without: { stage: "a", dev: 0, heldOut: null, brokenP0: 0 },
        bestHeldOut: { stage: "a", avg: 0.8, behind: 0 },
      }).slice(1),
    ).toEqual([
      "1 stage | 1 case, 1 calls, 0 tokens, no price",
      "no change | every stage after it was rejected",
      "Stage a | AVG 80.0; the checkpoint itself",
    ]));
});

it("the clauses of a step are known by their letters", () =>
  expect([...lettersOf({ clauses: ["undetectable", "sparse"] })]).toEqual(["d", "a"]));
