import { expect, it } from "vitest";
import { completed, DraftAnswer } from "./draft";

it("an operation on a file of a name that every object has is refused, and nothing is thrown", () => {
  const raw = { operations: [{ op: "delete-file", path: "constructor" }] };
  const refused = DraftAnswer.safeParse(completed(raw, {}, "c1"));
  expect(refused.error?.issues.some(({ path }) => path.join(".") === "operations.0.path")).toBe(true);
});
