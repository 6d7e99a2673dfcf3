import { expect, it } from "vitest";
import { agreementText } from "./agreement-text";

it("tells κ with its n, or that it cannot be told", () => {
  const agreement = { annotators: 2, accuracy: { kappa: 0.812, items: 40 }, effectiveness: { kappa: null, items: 0 } };
  expect(agreementText(agreement)).toBe("2 annotators: κ 0.81 on Accuracy (n 40), Effectiveness cannot be told.");
});
