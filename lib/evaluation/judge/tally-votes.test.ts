import { describe, expect, it } from "vitest";
import { sampleVote } from "@/lib/testing/judge-samples";
import { answerOf, tallyVotes } from "./tally-votes";

const votes = (...each: Parameters<typeof sampleVote>[0][]) => each.map((one, voter) => sampleVote({ voter, ...one }));
const error = { state: "error", reason: "timeout: late", accuracy: null, effectiveness: null } as const;
const abstained = { ...error, state: "abstained", reason: "The reply holds no JSON object." } as const;

describe("Accuracy", () => {
  it.each([
    ["two of three", votes({ accuracy: 1 }, { accuracy: 0 }, { accuracy: 1 }), 1],
    ["one where the others abstained or failed", votes({ accuracy: 0 }, abstained, error), 0],
    ["a tie is none", votes({ accuracy: 1 }, { accuracy: 0 }, error), null],
    ["nobody is none", votes(abstained, error), null],
    ["an abstention is no vote against", votes({ accuracy: 1 }, abstained, abstained), 1],
  ])("%s", (_, all, expected) => expect(tallyVotes(all).accuracy).toBe(expected));

  it("a tie says how it stood", () => {
    expect(tallyVotes(votes({ accuracy: 1 }, { accuracy: 0 }, error)).reason).toBe(
      "The panel came to no majority on Accuracy: 1 for, 1 against, 1 without a vote.",
    );
  });
});

describe("Effectiveness", () => {
  const graded = (...grades: (0 | 0.5 | 1)[]) => votes(...grades.map((effectiveness) => ({ effectiveness })));
  it.each([
    ["the middle one", graded(1, 0, 0.5), 0.5],
    ["the lower of the two middle ones", graded(1, 0.5), 0.5],
    ["never a mean", graded(0, 1), 0],
    ["of those who voted", [...graded(1), ...votes(error, abstained)], 1],
  ])("%s", (_, all, expected) => expect(tallyVotes(all).effectiveness).toBe(expected));
});

it("tells a panel that failed from one that abstained", () => {
  expect(tallyVotes(votes(error, error))).toMatchObject({ failed: true, reason: "Every voter failed. timeout: late" });
  expect(tallyVotes(votes(error, abstained))).toMatchObject({ failed: false, reason: expect.stringContaining("No voter gave") });
});

describe("a question", () => {
  it.each([
    ["the majority", votes({ answers: { q: "passed" } }, { answers: { q: "passed" } }, { answers: { q: "failed" } }), "passed"],
    ["a tie is undecided", votes({ answers: { q: "passed" } }, { answers: { q: "failed" } }), "unscored"],
    ["nobody is undecided", votes({}, error), "unscored"],
    ["silence is no vote", votes({ answers: { q: "failed" } }, {}, {}), "failed"],
  ])("%s", (_, all, expected) => expect(answerOf(all, "q").verdict).toBe(expected));

  it("of an inherited name has no answer", () => expect(answerOf(votes({}), "toString").verdict).toBe("unscored"));
});
