import { describe, expect, it } from "vitest";
import { RunOutcome } from "@/lib/contracts/run-settings";
import { sampleRun } from "@/lib/testing/evaluation-samples";
import { heldText, paceText, spentText, workersText } from "./progress-words";

const none = { calls: null, tokens: null, cost: null, minutes: null };
const spent = { calls: 312, tokens: 93_000, cost: 0, minutes: 1.24 };
const pace = (limit: number) => ({ active: 3, limit, heldSeconds: 0 });
const endpoint = sampleRun({ embedded: false });

describe("a run under way", () => {
  it("says how many cases are under way of how many there may be", () => {
    expect(paceText(pace(8), endpoint)).toBe("3 under way, 8 at a time");
    expect(paceText(pace(32), endpoint)).toBe("3 under way, 32 at a time, grown from 8");
  });

  it("blames trouble for a lower limit only where there was some", () => {
    const lowered = RunOutcome.parse({ concurrency: { most: 8, last: 3, lowered: 2 } });
    expect(paceText(pace(3), { ...endpoint, outcome: lowered })).toContain("fell from 8 to 3 after 429s");
    expect(paceText(pace(3), endpoint)).toContain("as the endpoint allows no more");
    expect(paceText(pace(4), sampleRun())).toContain("as the stand-in policy computes in the studio itself");
  });

  it("says that it waits, and for how long", () => {
    expect(heldText({ ...pace(8), heldSeconds: 11.2 })).toContain("waiting 12 s");
    expect(heldText({ ...pace(8), heldSeconds: 0.3 })).toBeNull();
  });

  it("sets what is spent against its limit", () => {
    expect(spentText(spent, none)).toBe("312 calls, 93,000 tokens");
    expect(spentText(spent, { ...none, calls: 500, minutes: 10, cost: 2 })).toBe(
      "312 of 500 calls, 93,000 tokens, $0.00 of $2.00, 1.2 of 10 minutes",
    );
    expect(spentText({ ...spent, minutes: 0.2 }, { ...none, minutes: 10 })).toBe(
      "312 calls, 93,000 tokens, 12.0 s of 10 minutes",
    );
    expect(spentText({ calls: 0, tokens: 0, cost: 0, minutes: 0 }, none)).toBe("nothing spent yet");
  });

  it("names the command where no worker is connected", () => {
    expect([workersText(3), workersText(null)]).toEqual(["3 workers", null]);
    expect(workersText(0)).toContain("studio worker");
  });
});
