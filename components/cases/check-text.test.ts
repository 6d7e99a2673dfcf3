import { describe, expect, it } from "vitest";
import { Check } from "@/lib/contracts/case";
import { checkText, labelText } from "./check-text";

const say = (check: object) => checkText(Check.parse({ id: "c", metric: "accuracy", ...check }));

describe("checks in words", () => {
  it("names the tool and its arguments", () => {
    expect(say({ kind: "tool-called", tool: "get_price", arguments: { link: 3 } })).toBe('calls get_price with {"link":3}');
  });

  it("joins phrases of which one is enough", () => {
    expect(say({ kind: "reply-contains", any: ["¥39", "39 yuan"] })).toBe("says “¥39” or “39 yuan”");
  });

  it("names the claims that must be supported", () => {
    expect(say({ kind: "grounded", claims: ["price", "stock"] })).toContain("price, stock");
  });

  it("tells a label from a check that asks for it", () => {
    const label = { kind: "human-label", label: "effectiveness", value: 0.5 } as const;
    expect(say(label)).toBe("grades Effectiveness 0.5, as people did");
    expect(labelText(label)).toBe("Effectiveness 0.5");
  });

  it("has words for every kind", () => {
    expect(say({ kind: "tool-order", tools: ["a", "b"] })).toBe("calls a, then b");
    expect(say({ kind: "reply-length", max: 80 })).toBe("is 1 to 80 characters long");
    expect(say({ kind: "judge", question: "addresses-query" })).toContain("judge");
  });
});
