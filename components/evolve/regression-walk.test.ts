import { expect, it } from "vitest";
import { walkTo } from "./regression-walk";

it("walks the broken cases and stays at their ends", () => {
  const cases = ["a", "b", "c"];
  expect(walkTo(cases, "a", 1)).toBe("b");
  expect(walkTo(cases, "c", 1)).toBe("c");
  expect(walkTo(cases, "a", -1)).toBe("a");
});

it("begins at the first, or at the last where one walks back, when nothing of the list is open", () => {
  expect(walkTo(["a", "b"], null, 1)).toBe("a");
  expect(walkTo(["a", "b"], "a fixed one", 1)).toBe("a");
  expect(walkTo(["a", "b"], null, -1)).toBe("b");
  expect(walkTo([], null, 1)).toBeNull();
});
