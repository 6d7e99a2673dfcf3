import { describe, expect, it } from "vitest";
import type { Case, Judged } from "@/lib/contracts/case";
import { sampleEvaluatedCase } from "@/lib/testing/evolution-samples";
import { disagreementsOf } from "./disagreement";

const price = (link: number): Judged["toolCalls"] => [
  { tool: "get_price", arguments: { link_id: link }, result: { link_id: link, title: "Mug", live_price: 39 } },
];
const links = [
  { linkId: 4, title: "Hearth Ceramic Mug", titleZh: "暖炉陶瓷杯" },
  { linkId: 7, title: "Trail Canvas Backpack", titleZh: "山径帆布背包" },
];

interface Sample {
  people: [accuracy: 0 | 1, effectiveness: 0 | 0.5 | 1];
  judge: [accuracy: number | null, effectiveness: number | null];
  reply: string;
  comments?: string[];
  toolCalls?: Judged["toolCalls"];
}

function differing({ people, judge, reply, comments = ["how much is the mug?"], toolCalls = price(4) }: Sample) {
  const checks: Case["checks"] = [
    { id: "accuracy", kind: "human-label", metric: "accuracy", core: true, label: "accuracy", value: people[0] },
    { id: "effectiveness", kind: "human-label", metric: "effectiveness", core: true, label: "effectiveness", value: people[1] },
  ];
  const failed = checks.flatMap((check, index) => (judge[index] === people[index] ? [] : [check.id]));
  const verdict = JSON.stringify({ accuracy: judge[0], effectiveness: judge[1], rationale: "" });
  const one = sampleEvaluatedCase({
    id: "r-1",
    checks,
    failed,
    comments,
    context: { links },
    judged: { reply, toolCalls },
    reply: verdict,
  });
  return disagreementsOf(one).map(({ label, direction, feature }) => `${label} ${direction}: ${feature}`);
}

describe("where a judge and people differ", () => {
  it("there is nothing to tell where they agree, or the judge abstains or says nothing that can be read", () => {
    expect(differing({ people: [1, 1], judge: [1, 1], reply: "39 yuan." })).toEqual([]);
    expect(differing({ people: [1, 1], judge: [null, null], reply: "39 yuan." })).toEqual([]);
  });

  it.each<[string, Partial<Sample>, string]>([
    ["product-linkage", { toolCalls: price(7), reply: "The mug is 39 yuan." }, "another product was looked up"],
    ["product-linkage", { comments: ["7号多少钱？"], reply: "39元。" }, "another link was looked up"],
    ["overreach", { reply: "39 yuan, and I have reserved one for you." }, "an act that the host cannot do"],
    ["promise", { reply: "39 yuan, it arrives tomorrow." }, "a promise"],
    ["unsupported-claim", { reply: "The mug is 35 yuan." }, "another figure"],
    ["unsupported-claim", { reply: "39 yuan, the cheapest anywhere." }, "a superlative"],
    ["other", { reply: "39 yuan." }, "nothing in sight"],
  ])("it is too lenient on Accuracy: %s", (feature, sample) => {
    expect(differing({ people: [0, 1], judge: [1, 1], reply: "", ...sample })).toEqual([`accuracy lenient: ${feature}`]);
  });

  it.each<[string, Sample]>([
    ["accuracy strict: cannot-check", { people: [1, 1], judge: [0, 1], reply: "I can't check that right now." }],
    ["effectiveness strict: partial-answer", { people: [1, 0.5], judge: [1, 0], reply: "39 yuan." }],
    ["effectiveness lenient: partial-answer", { people: [1, 0.5], judge: [1, 1], reply: "39 yuan." }],
    [
      "effectiveness lenient: several-comments",
      { people: [1, 0.5], judge: [1, 1], reply: "39 yuan.", comments: ["mug price?", "pack price?"] },
    ],
    ["effectiveness lenient: asks-back", { people: [1, 0], judge: [1, 0.5], reply: "Which one do you mean?" }],
    ["effectiveness strict: silence", { people: [1, 1], judge: [1, 0], reply: " " }],
    ["effectiveness strict: redirect", { people: [1, 1], judge: [1, 0], reply: "Let us look at the mug together." }],
  ])("it is %s", (expected, sample) => {
    expect(differing(sample)).toEqual([expected]);
  });

  it("names both labels, Accuracy first", () => {
    expect(differing({ people: [0, 0], judge: [1, 1], reply: "We are the best." })).toEqual([
      "accuracy lenient: unsupported-claim",
      "effectiveness lenient: no-answer",
    ]);
  });
});
