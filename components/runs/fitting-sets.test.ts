import { expect, it } from "vitest";
import { fittingSets } from "./fitting-sets";

it("gives a judge the labelled replies and an agent the rest", () => {
  const sets = [{ kind: "general" as const }, { kind: "judge-labels" as const }, { kind: "tool-robustness" as const }];
  expect(fittingSets("judge", sets)).toEqual([{ kind: "judge-labels" }]);
  expect(fittingSets("agent", sets)).toHaveLength(2);
});
