import { describe, expect, it } from "vitest";
import type { Bundle } from "@/lib/contracts/harness";
import { parseHarness } from "@/lib/harness/parse";
import { SAMPLE_BUNDLE, sampleEvaluatedCase } from "@/lib/testing/evolution-samples";
import { fileChanges } from "./changes";
import { touchSet } from "./touch-set";

const hook = 'export const events = ["PreToolUse"];\nexport default function (event) { return { decision: "allow" }; }\n';
const base: Bundle = {
  ...SAMPLE_BUNDLE,
  "hooks/guard.js": hook,
  "prompt/20-links.md": "---\norder: 20\nwhen: context.links\n---\nThese links are on screen.\n",
};
const { harness } = parseHarness(base);
const passes = [
  sampleEvaluatedCase({
    id: "loans",
    features: { skills: ["loans"], tools: ["find_loan"], promptBlocks: ["prompt/10-role.md"] },
  }),
  sampleEvaluatedCase({
    id: "rooms",
    features: { skills: ["rooms"], promptBlocks: ["prompt/10-role.md", "prompt/20-links.md"] },
  }),
  sampleEvaluatedCase({ id: "guarded", features: { hooks: [{ hook: "guard", event: "PreToolUse", decision: "allow" }] } }),
];
const touchedBy = (path: string, text: string | null) => {
  if (harness === null) throw new Error("the sample bundle parses");
  const { [path]: _, ...others } = base;
  return touchSet(fileChanges(base, text === null ? others : { ...others, [path]: text }), harness, passes);
};

describe("touchSet", () => {
  it("holds the cases that loaded an edited Skill", () => {
    expect(touchedBy("skills/loans/SKILL.md", `${base["skills/loans/SKILL.md"]}- More.\n`)).toEqual(["loans"]);
  });

  it("holds every case where what a Skill is chosen by changes, or a Skill comes or goes", () => {
    const text = (base["skills/loans/SKILL.md"] ?? "").replace("due dates", "due dates, fines");
    expect(touchedBy("skills/loans/SKILL.md", text)).toHaveLength(3);
    const added = "---\nname: fines\ndescription: Fines.\n---\nx\n";
    expect(touchedBy("skills/fines/SKILL.md", added)).toHaveLength(3);
    expect(touchedBy("skills/rooms/SKILL.md", null)).toHaveLength(3);
  });

  it("holds the cases that called a tool whose binding changes or that goes", () => {
    const text = (base["tools/find_loan.json"] ?? "").replace('"table": "loans"', '"table": "all_loans"');
    expect(text).not.toBe(base["tools/find_loan.json"]);
    expect(touchedBy("tools/find_loan.json", text)).toEqual(["loans"]);
    expect(touchedBy("tools/find_loan.json", null)).toEqual(["loans"]);
  });

  it("holds every case where a tool's description changes, for it competes wherever it is shown", () => {
    const text = (base["tools/find_loan.json"] ?? "").replace("Looks up", "Finds");
    expect(touchedBy("tools/find_loan.json", text)).toHaveLength(3);
  });

  it("holds the cases in which an edited Hook fired", () => {
    expect(touchedBy("hooks/guard.js", `${hook}\n`)).toEqual(["guarded"]);
    expect(touchedBy("hooks/guard.js", null)).toEqual(["guarded"]);
  });

  it("holds the cases in which the events of a new Hook happen", () => {
    expect(touchedBy("hooks/new.js", hook)).toEqual(["loans"]);
    expect(touchedBy("hooks/new.js", hook.replace("PreToolUse", "Stop"))).toHaveLength(3);
    expect(touchedBy("hooks/guard.js", hook.replace("PreToolUse", "Stop"))).toHaveLength(3);
  });

  it("holds all cases for an unconditional prompt block and for settings, those that were sent it for a conditional one", () => {
    expect(touchedBy("prompt/10-role.md", `${base["prompt/10-role.md"]}- More.\n`)).toHaveLength(3);
    expect(touchedBy("harness.yaml", `${base["harness.yaml"]}requireReplySkill: false\n`)).toHaveLength(3);
    expect(touchedBy("prompt/20-links.md", `${base["prompt/20-links.md"]}- More.\n`)).toEqual(["rooms"]);
    expect(touchedBy("prompt/20-links.md", "---\norder: 20\n---\nThese links are on screen.\n")).toHaveLength(3);
  });
});
