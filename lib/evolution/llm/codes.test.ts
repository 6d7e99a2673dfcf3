import { describe, expect, it } from "vitest";
import type { CaseCoding, Owner } from "@/lib/contracts/evolution";
import { type CodeMembers, mergeCodes, primaryCodes, stableCodes } from "./codes";

const code = (label: string, cases: string, step = 1, owner: Owner = "skill"): CodeMembers => ({
  code: { id: label, label, definition: label, owner },
  steps: new Map([...cases].map((one) => [one, step])),
});
const shown = (codes: readonly CodeMembers[]) =>
  codes.map(({ code: { label }, steps }) => `${label} ${[...steps.keys()].sort().join("")}`);
const coding = (one: string, owner: Owner = "skill"): CaseCoding => ({
  case: one,
  symptom: "",
  step: 1,
  quote: "",
  mechanism: "",
  owner,
});

describe("mergeCodes", () => {
  it("makes one of codes that share half of the larger one's members, and not of a narrow code within a wide one", () => {
    expect(shown(mergeCodes([code("a", "12345678"), code("b", "5678xy"), code("c", "12")], 0.5))).toEqual([
      "a 12345678xy",
      "c 12",
    ]);
  });

  it("goes on until none overlap, the most alike first, and drops codes without members", () => {
    const codes = [code("a", "1234"), code("b", "123"), code("c", "34"), code("d", "")];
    expect(shown(mergeCodes(codes, 0.5))).toEqual(["a 1234"]);
  });

  it("keeps the earlier step of a case in both, and leaves what it was given as it was", () => {
    const late = code("a", "123", 5);
    const merged = mergeCodes([late, code("b", "12", 2)], 0.5);
    expect([...(merged[0]?.steps ?? [])]).toEqual([
      ["1", 2],
      ["2", 2],
      ["3", 5],
    ]);
    expect(late.steps.get("1")).toBe(5);
  });
});

describe("stableCodes", () => {
  it("keeps what the other seed found with a Jaccard of half, and reports what one seed alone found", () => {
    const { kept, unstable } = stableCodes(
      [code("a", "1234"), code("b", "789")],
      [code("A", "1256"), code("a2", "12"), code("c", "9")],
      0.5,
    );
    expect(kept.map((one) => [one.code.label, one.jaccard])).toEqual([["a", 0.5]]);
    expect(unstable).toEqual([
      { label: "b", cases: 3, jaccard: 1 / 3 },
      { label: "A", cases: 4, jaccard: 1 / 3 },
      { label: "c", cases: 1, jaccard: 1 / 3 },
    ]);
  });
});

describe("primaryCodes", () => {
  it("takes the earliest step, then the coding's owner, then the larger code", () => {
    const early = code("early", "1", 0);
    const own = code("own", "12", 1, "hook");
    const large = code("large", "1234", 1);
    const first = primaryCodes([large, own, early], [coding("1"), coding("2", "hook"), coding("3"), coding("x")]);
    expect(
      [...first].map(
        ([
          {
            code: { label },
          },
          cases,
        ]) => [label, cases],
      ),
    ).toEqual([
      ["early", ["1"]],
      ["own", ["2"]],
      ["large", ["3"]],
    ]);
  });
});
