import { describe, expect, it } from "vitest";
import { RunOutcome, RunSettings } from "@/lib/contracts/run-settings";
import { casesRun, doneWords, isLive, isOver, statusWords } from "./run-state";

const outcome = (cause: "budget" | "early") => RunOutcome.parse({ stop: { cause, notRun: 3 } });

describe("the state of a run", () => {
  it("counts a stopped run as over and a paused one as not", () => {
    expect([isOver("stopped"), isOver("paused"), isLive("stopped")]).toEqual([true, false, false]);
  });

  it("says what stopped it", () => {
    expect(statusWords({ status: "stopped", outcome: outcome("budget") })).toBe("stopped: budget");
    expect(statusWords({ status: "stopped", outcome: outcome("early") })).toBe("decided early");
  });

  it("forgets an earlier stop while the run goes on", () => {
    expect(statusWords({ status: "running", outcome: outcome("budget") })).toBe("running");
  });

  it("counts what was not run as not done", () => {
    const counts = { total: 482, done: 482, scored: 144, unscored: 338, failed: 0 };
    const stopped = RunOutcome.parse({ stop: { cause: "early", notRun: 338 } });
    expect(doneWords({ counts, outcome: stopped })).toBe("144 of 482");
    expect(doneWords({ counts, outcome: RunOutcome.parse({}) })).toBe("482");
    expect(casesRun({ settings: RunSettings.parse({}), outcome: stopped }, { cases: 482 })).toBe(144);
  });
});
