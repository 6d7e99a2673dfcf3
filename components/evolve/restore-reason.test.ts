import { expect, it } from "vitest";
import { restoreReason } from "./restore-reason";

it("the reason is the advice where it names the stage", () =>
  expect(restoreReason("b", { stage: "b", explanation: "Stop at B." })).toBe("Stop at B."));

it("a stage that the advice does not name was chosen by hand", () =>
  expect(restoreReason("a", { stage: "b", explanation: "Stop at B." })).toBe("Chosen by hand. The stop rule said: Stop at B."));

it("a reason is never longer than may be said", () =>
  expect(restoreReason("b", { stage: "b", explanation: "x".repeat(3_000) })).toHaveLength(2_000));
