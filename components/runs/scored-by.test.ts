import { expect, it } from "vitest";
import { judgingText } from "./scored-by";

const voter = {
  voter: 0,
  endpoint: "A",
  model: "a",
  voted: 8,
  abstained: 0,
  failed: 0,
  calls: 16,
  promptTokens: 1_000,
  completionTokens: 200,
  cost: 0.002,
};

it("says how many votes there were and what they took", () => {
  expect(judgingText({ judge: null, voters: [voter], cost: 0.002 })).toBe("8 votes; 16 calls, 1,200 tokens, $0.0020");
});

it("keeps abstentions and failures in view, and leaves out what nobody reported", () => {
  const silent = { ...voter, voted: 6, abstained: 1, failed: 2, promptTokens: null, completionTokens: null, cost: null };
  expect(judgingText({ judge: null, voters: [silent], cost: null })).toBe(
    "9 votes, 1 abstention and 2 failures among them; 16 calls",
  );
});

it("is plain before the first vote", () => {
  expect(judgingText({ judge: null, voters: [{ ...voter, voted: 0 }], cost: null })).toBe("no vote yet");
});
