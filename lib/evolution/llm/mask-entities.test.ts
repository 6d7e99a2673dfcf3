import { describe, expect, it } from "vitest";
import { sampleEvaluatedCase, sampleTrajectory } from "@/lib/testing/evolution-samples";
import { entityNames, maskEntities } from "./mask-entities";

describe("maskEntities", () => {
  it("masks links, names in any case, longest first, and numbers", () => {
    const text = "The HEARTH Mug Pro (see https://shop.example/x?id=9) is 1,299.50 not 12:30, Hearth Mug is sold.";
    expect(maskEntities(text, ["Hearth Mug", "Hearth Mug Pro"])).toBe("The <name> (see <link> is # not #, <name> is sold.");
  });

  it("reads names as text, and masks Chinese too", () => {
    expect(maskEntities("买(A+B).后3天", ["(A+B).", "后"])).toBe("买<name><name>#天");
  });
});

describe("entityNames", () => {
  it("are those of the context, the viewers, the tools' results and the case itself", () => {
    const { item, result } = sampleEvaluatedCase({ id: "case-12" });
    item.context = { product: { title: "Hearth Mug", colour: "red" }, links: [{ name: "Offer" }] };
    item.input.comments = [{ viewer: "Mira", text: "hello" }];
    const trajectory = sampleTrajectory({ reply: "" });
    trajectory.steps.push({
      type: "tool-call",
      round: 1,
      atMs: 0,
      callId: "c",
      tool: "t",
      arguments: {},
      outcome: { ok: true, result: { items: [{ title_zh: "暖炉陶瓷杯", price: "9 yuan" }] } },
      durationMs: 1,
    });
    expect(entityNames({ item, result }, trajectory).sort()).toEqual(["Hearth Mug", "Mira", "Offer", "case-12", "暖炉陶瓷杯"]);
  });
});
