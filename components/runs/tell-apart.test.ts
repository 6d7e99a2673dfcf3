import { expect, it } from "vitest";
import { sampleRun } from "@/lib/testing/evaluation-samples";
import { tellApart } from "./tell-apart";

it("tells runs of one version apart by endpoint, or else by when they were made", () => {
  const one = sampleRun({ id: "a", version: "1", endpointName: "H20" });
  const other = sampleRun({ id: "b", version: "1", endpointName: "Spot", createdAt: "2026-11-30T11:30:00.000Z" });
  const alone = sampleRun({ id: "c", version: "2" });
  expect([...tellApart([one, other, alone])]).toEqual([
    ["a", "H20"],
    ["b", "Spot"],
    ["c", null],
  ]);
  expect(tellApart([one, { ...other, endpointName: "H20" }]).get("b")).toBe("2026-11-30 11:30");
});
