import { expect, it } from "vitest";
import { metricWords } from "./metric-words";

it("calls a judge's scores agreement and its failures disagreements", () => {
  expect(metricWords("judge")).toMatchObject({ accuracy: "Accuracy agreement", failure: "disagreement" });
  expect(metricWords("agent")).toMatchObject({ accuracy: "Accuracy", avg: "AVG", note: null });
});
