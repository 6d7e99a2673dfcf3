import { describe, expect, it } from "vitest";
import type { GateItemState, GateVerdict, ReleaseGateItem } from "@/lib/contracts/release-gate";
import { doNotPass, failedGates, gateSummary, sortedItems } from "./gate-words";
import { overrideLacks } from "./override-lacks";

const item = (name: string, state: GateItemState): ReleaseGateItem => ({ name, state, found: "", wanted: "", why: "" });
const gate = (name: GateVerdict["name"], state: GateVerdict["state"], required = true): GateVerdict => ({
  name,
  required,
  state,
  items: [],
  runs: [],
  marks: [],
  remedies: [],
});

describe("gates in words", () => {
  it("what keeps a gate from passing comes first, notes last", () => {
    const items = [item("a", "note"), item("b", "passed"), item("c", "missing"), item("d", "failed"), item("e", "unscored")];
    expect(sortedItems(items).map(({ name }) => name)).toEqual(["d", "c", "e", "b", "a"]);
  });

  it("says how many items keep it from passing, by what", () => {
    const items = [item("a", "failed"), item("b", "missing"), item("c", "missing"), item("d", "passed"), item("e", "note")];
    expect(gateSummary({ state: "failed", items })).toBe("not passed: 1 fails, 2 have no result (of 4)");
    expect(gateSummary({ state: "passed", items: [item("d", "passed")] })).toBe("passed");
  });

  it("counts only gates that the channel demands", () => {
    const gates = [gate("latency", "failed"), gate("regression", "passed"), gate("capability", "failed", false)];
    expect(failedGates({ gates })).toEqual(["latency"]);
  });

  it("names them in a sentence", () => {
    expect(doNotPass(["latency"])).toBe("the latency gate does not pass");
    expect(doNotPass(["latency", "regression", "capability"])).toBe("the latency, regression and capability gates do not pass");
  });
});

describe("an override", () => {
  it("is wanted only where a gate does not pass, and then needs a tick, a name and a reason", () => {
    expect(overrideLacks([], null, "")).toBeNull();
    expect(overrideLacks(["latency"], null, "Mei")).toContain("latency gate does not pass");
    expect(overrideLacks(["latency"], "", "")).toContain("name");
    expect(overrideLacks(["latency"], " ", "Mei")).toContain("why");
    expect(overrideLacks(["latency"], "The alarm is false", "Mei")).toBeNull();
  });
});
