import { describe, expect, it } from "vitest";
import { sampleTrajectory } from "@/lib/testing/evolution-samples";
import { quoteProblem } from "./quotes";

const trajectory = (id: string) =>
  id === "known" ? sampleTrajectory({ calls: [{ tool: "find_loan", result: "due soon" }], reply: "It is due soon." }) : null;

describe("quoteProblem", () => {
  it("accepts text that stands verbatim in the step it names", () => {
    expect(quoteProblem({ case: "known", step: 0, text: "find_loan({}) → due soon" }, trajectory)).toBeNull();
    expect(quoteProblem({ case: "known", step: 1, text: "due soon." }, trajectory)).toBeNull();
  });

  it("refuses other words, other steps and other cases", () => {
    expect(quoteProblem({ case: "known", step: 1, text: "Due soon." }, trajectory)).toContain("does not say this");
    expect(quoteProblem({ case: "known", step: 0, text: "It is" }, trajectory)).toContain("does not say this");
    expect(quoteProblem({ case: "known", step: 9, text: "It" }, trajectory)).toContain("no step 9");
    expect(quoteProblem({ case: "other", step: 0, text: "It" }, trajectory)).toContain("no trajectory");
  });
});
