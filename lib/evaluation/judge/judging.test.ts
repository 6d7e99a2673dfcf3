import { expect, it } from "vitest";
import type { JudgeVersion } from "@/lib/contracts/judge";
import { voterEndpoint } from "@/lib/testing/judge-samples";
import { judgingOf } from "./judging";

const judge: JudgeVersion = {
  id: "j",
  name: "J",
  bundle: "b",
  bundleName: "B",
  voters: [voterEndpoint("a", { promptPrice: 1, completionPrice: 2 }), voterEndpoint("b"), voterEndpoint("c")],
  version: "v",
};

it("counts votes by state, sums calls and tokens, and prices what has a price", () => {
  const judging = judgingOf(judge, [
    { voter: 0, state: "voted", votes: 8, calls: 16, promptTokens: 1_000_000, completionTokens: 500_000 },
    { voter: 0, state: "abstained", votes: 2, calls: 3, promptTokens: 1_000_000, completionTokens: 0 },
    { voter: 1, state: "error", votes: 10, calls: 20, promptTokens: null, completionTokens: null },
  ]);
  expect(judging.voters).toMatchObject([
    { endpoint: "a", voted: 8, abstained: 2, failed: 0, calls: 19, promptTokens: 2_000_000, cost: 3 },
    { endpoint: "b", voted: 0, abstained: 0, failed: 10, calls: 20, promptTokens: null, cost: null },
    { endpoint: "c", voted: 0, failed: 0, calls: 0, cost: null },
  ]);
  expect(judging.cost).toBe(3);
});

it("a run without a judge has no voters and no cost", () => {
  expect(judgingOf(null, [])).toEqual({ judge: null, voters: [], cost: null });
});
