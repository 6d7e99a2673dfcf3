import { describe, expect, it } from "vitest";
import type { DiagnosisProgress } from "@/lib/contracts/evolution";
import { sampleDiagnosis } from "@/lib/testing/stage-samples";
import { agreementWords, endedWords, phaseText, secondsLeft, spentWords } from "./diagnosis-words";

const coding = (done: number): DiagnosisProgress => ({ phase: "coding", done, total: 40 });

describe("a diagnosis under way", () => {
  it("says its phase and how far that is, and no count where none is known", () => {
    expect(phaseText(coding(12))).toBe("Coding the first wrong step of each failure, 12 of 40");
    expect(phaseText({ phase: "induction", done: 0, total: 0 })).toBe("Finding common causes");
  });

  it("says what it has cost, and that a price is unknown and not nothing", () => {
    expect(spentWords({ calls: 12, tokens: 48_000, cost: 0.31 })).toBe("12 calls, 48,000 tokens, $0.31");
    expect(spentWords({ calls: 1, tokens: 10, cost: null })).toContain("price unknown");
    expect(spentWords({ calls: 0, tokens: 0, cost: null })).toBeNull();
  });

  it("guesses the time left of a phase from its own pace, once there is one", () => {
    const mark = { phase: "coding" as const, done: 10, at: 0 };
    expect(secondsLeft(mark, coding(20), 20_000)).toBe(40);
    expect(secondsLeft(mark, coding(11), 20_000)).toBeNull();
    expect(secondsLeft(mark, { ...coding(20), phase: "membership" }, 20_000)).toBeNull();
    expect(secondsLeft(mark, coding(40), 20_000)).toBeNull();
    expect(secondsLeft(null, coding(20), 20_000)).toBeNull();
  });
});

it("puts the adjusted Rand index into a word", () => {
  expect([1, 0.7, 0.3, 0.1, 0, -0.2, null].map(agreementWords)).toEqual([
    "nearly the same",
    "largely alike",
    "alike in part",
    "hardly alike",
    "no more alike than by chance",
    "no more alike than by chance",
    "cannot be compared",
  ]);
});

it("says why a diagnosis ended and what to do, and nothing of one that is complete", () => {
  expect(endedWords(sampleDiagnosis())).toBeNull();
  const newer = { analyst: { kind: "llm" as const, endpoint: "ep" }, at: "2026-01-01T00:00:00.000Z" };
  const stopped = sampleDiagnosis({ status: "stopped", error: "The budget is used up: 20 calls.", progress: coding(12), newer });
  expect(endedWords(stopped)?.cause).toBe(
    "The budget is used up: 20 calls. It had come to: Coding the first wrong step of each failure, 12 of 40. The earlier diagnosis stays.",
  );
  expect(endedWords(sampleDiagnosis({ status: "failed" }))?.cause).toContain("No reason was given.");
});
