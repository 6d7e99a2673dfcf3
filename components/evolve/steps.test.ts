import { describe, expect, it } from "vitest";
import type { Diagnosis, Entry, Stage } from "@/lib/contracts/evolution";
import { sampleDiagnosis, sampleEntry, sampleStage } from "@/lib/testing/stage-samples";
import { entryCounts, nextStep, stepNote, stepState } from "./steps";

const entry = (id: string, status: Entry["status"]) => sampleEntry({ id, status });
const diagnosis = (status: Diagnosis["status"]) => sampleDiagnosis({ status });
const stage = (over: Partial<Stage>) => sampleStage({ step: "diagnose", ...over });

describe("nextStep", () => {
  it("begins with the diagnosis, and waits while it runs", () => {
    expect(nextStep(stage({}), null).kind).toBe("diagnose");
    expect(nextStep(stage({ diagnosis: diagnosis("running") }), null).kind).toBe("wait");
    const cut = stage({ step: "confirm", diagnosis: diagnosis("stopped") });
    expect(nextStep(cut, null).label).toBe("Diagnose again");
    expect(nextStep(stage({ diagnosis: diagnosis("failed") }), null).label).toBe("Diagnose again");
  });

  it("goes to the first entry that nobody has decided", () => {
    const proposals = [entry("one", "accepted"), entry("two", "proposed"), entry("three", "proposed")];
    expect(nextStep(stage({ step: "confirm", proposals }), null)).toEqual({
      kind: "review",
      label: "Review the next entry (2 left)",
      entry: "two",
    });
  });

  it("asks for a decision where every entry was rejected", () => {
    expect(nextStep(stage({ step: "confirm", proposals: [entry("one", "rejected")] }), null).kind).toBe("decide");
  });

  it("waits for a run, and offers it again where it ended without completing", () => {
    expect(nextStep(stage({ step: "evaluate", version: "v" }), null).kind).toBe("evaluate");
    expect(nextStep(stage({ step: "evaluate", version: "v", run: "r" }), null).kind).toBe("wait");
    expect(nextStep(stage({ step: "evaluate", version: "v", run: "r" }), "failed").label).toBe("Evaluate again");
  });

  it("does not take a stopped run for an evaluation: the rest is run first", () => {
    const stopped = stage({ step: "evaluate", version: "v", run: "r" });
    expect(nextStep(stopped, "stopped")).toEqual({ kind: "finish", label: "Run the rest" });
    expect(nextStep(stopped, "rejected").kind).toBe("decide");
    expect(stepNote(stopped, "evaluate", "stopped: budget")).toBe("stopped: budget");
  });

  it("ends with the decision and another stage", () => {
    expect(nextStep(stage({ step: "regression-check" }), null).kind).toBe("decide");
    expect(nextStep(stage({ step: "decided" }), null).kind).toBe("next-stage");
  });
});

describe("stepState", () => {
  it("skips what a stage that began with a version does not need", () => {
    const first = stage({ step: "evaluate", version: "v", parent: null, baseRun: null, baseVersion: null });
    expect(stepState(first, "diagnose")).toBe("skipped");
    expect(stepState(first, "evaluate")).toBe("current");
    expect(stepState(first, "regression-check")).toBe("skipped");
  });

  it("is done before the current step and ahead after it", () => {
    const confirming = stage({ step: "confirm", diagnosis: diagnosis("completed") });
    expect(stepState(confirming, "diagnose")).toBe("done");
    expect(stepState(confirming, "evaluate")).toBe("ahead");
  });

  it("does not call a step done that a stage decided early never came to", () => {
    const stopped = stage({ step: "decided", diagnosis: diagnosis("completed") });
    expect(stepState(stopped, "evaluate")).toBe("skipped");
    expect(stepState(stopped, "diagnose")).toBe("done");
  });
});

describe("counts", () => {
  it("names the kinds of entries that occur", () => {
    expect(entryCounts({ proposed: 0, accepted: 7, edited: 2, rejected: 3, invalid: 0 })).toBe(
      "7 accepted, 2 edited, 3 rejected",
    );
    expect(entryCounts({ proposed: 0, accepted: 0, edited: 0, rejected: 0, invalid: 0 })).toBe("no entries");
  });

  it("says how many clusters a diagnosis found", () => {
    expect(stepNote(stage({ step: "confirm", diagnosis: diagnosis("completed") }), "diagnose")).toBe("0 clusters of 40 failures");
  });
});
