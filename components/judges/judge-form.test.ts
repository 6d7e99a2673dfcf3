import { expect, it } from "vitest";
import { panelCaution, parseJudge } from "./judge-form";

const bundle = "a".repeat(64);

it("makes the id of a new judge from its name and keeps that of a known one", () => {
  const fields = { name: " Panel of three ", bundle, voters: ["a", "b"] };
  expect(parseJudge(fields, null).input).toEqual({ id: "panel-of-three", name: "Panel of three", bundle, voters: ["a", "b"] });
  expect(parseJudge(fields, "panel").input?.id).toBe("panel");
});

it.each([
  [{ name: "", bundle, voters: ["a"] }, { name: "Give it a name" }],
  [{ name: "评委", bundle, voters: ["a"] }, { name: "The name needs a Latin letter or a digit" }],
  [{ name: "J", bundle: null, voters: ["a"] }, { bundle: "Choose a version of kind judge" }],
  [{ name: "J", bundle, voters: [] }, { voters: "Choose at least one endpoint" }],
])("says what is missing %#", (fields, problems) => {
  expect(parseJudge(fields, null)).toEqual({ input: null, problems });
});

it("cautions against one voter, a tie, and one model twice", () => {
  expect(panelCaution(["a", "b", "c"])).toBeNull();
  expect(panelCaution(["a"])).toMatch(/alone/);
  expect(panelCaution(["a", "b"])).toMatch(/tied/);
  expect(panelCaution(["a", "b", "a"])).toMatch(/same model/);
});
