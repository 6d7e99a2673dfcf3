import { describe, expect, it } from "vitest";
import type { Check } from "@/lib/contracts/case";
import { Cluster, EntryDraft } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import { applyOperations } from "@/lib/harness/operations";
import { SAMPLE_BUNDLE, type SampleCase, sampleEvaluatedCase, sampleTrajectory } from "@/lib/testing/evolution-samples";
import type { RejectedEntry } from "../analyst";
import { quoteProblem } from "../quotes";
import { verifyEntry } from "../verify";
import { createHeuristicAnalyst } from "./heuristic-analyst";

const base = { metric: "accuracy", core: true } as const;
const called: Check = { ...base, id: "tool", kind: "tool-called", tool: "find_loan" };
const language: Check = { ...base, id: "language", kind: "reply-language", language: "zh" };
const family = (prefix: string, count: number, sample: Omit<SampleCase, "id">) =>
  Array.from({ length: count }, (_, index) =>
    sampleEvaluatedCase({ ...sample, id: `${prefix}-${String(index).padStart(4, "0")}` }),
  );

const loans = family("loan-case", 8, {
  category: "due-dates",
  comments: ["when must I bring it back"],
  checks: [called],
  failed: ["tool"],
  why: "find_loan was not called",
  reply: "Some time next month.",
  features: { skills: ["loans"] },
});
const chinese = family("zh-case", 6, {
  category: "hours",
  comments: ["阅览室几点关门"],
  language: "zh",
  checks: [language],
  failed: ["language"],
  why: "the reply is not in Chinese",
  reply: "We close at six.",
  features: { skills: ["rooms"] },
});
const passes = [
  ...family("pass-case", 10, {
    category: "renewals",
    comments: ["please renew my book"],
    checks: [called],
    features: { skills: ["loans"], tools: ["find_loan"] },
  }),
  ...family("room-case", 10, { category: "hours", comments: ["where is the hall"], features: { skills: ["rooms"] } }),
];
const cases = [...loans, ...chinese, ...passes];

function input(bundle: Bundle = SAMPLE_BUNDLE, from = cases) {
  return {
    bundle,
    cases: from,
    seed: 1,
    trajectory: (id: string) => {
      const one = from.find(({ item }) => item.id === id);
      return one === undefined ? null : sampleTrajectory({ skills: one.result.features.skills, reply: one.result.reply });
    },
  };
}
const analyst = createHeuristicAnalyst();
async function propose(bundle: Bundle = SAMPLE_BUNDLE, rejected: RejectedEntry[] = [], maxEntries = 3) {
  const { clusters } = await analyst.diagnose(input(bundle));
  return (await analyst.propose({ ...input(bundle), clusters, rejected, maxEntries })).drafts;
}

describe("the heuristic analyst's diagnosis", () => {
  it("gives clusters of the contract's shape with verified quotes", async () => {
    const found = await analyst.diagnose(input());
    expect(found).toMatchObject({ failures: 14, quarantined: 0, error: null, invalid: [] });
    for (const cluster of found.clusters) {
      expect(Cluster.safeParse(cluster).success).toBe(true);
      expect(cluster.quotes.length).toBeGreaterThan(0);
      for (const quote of cluster.quotes) expect(quoteProblem(quote, input().trajectory)).toBeNull();
    }
  });

  it("says what happened and what sets the failures apart", async () => {
    const { clusters } = await analyst.diagnose(input());
    const loan = clusters.find((cluster) => cluster.cases.includes("loan-case-0000"));
    expect(loan?.cause).toMatch(
      /^In 8 of 8 cases find_loan was never called.*\. “.*” holds for .* of the nearest passing cases\.$/,
    );
    expect(loan?.owner).toBe("skill");
    expect(clusters.find((cluster) => cluster.cases.includes("zh-case-0000"))?.owner).toBe("prompt");
  });

  it("sets unscored cases aside and stops where they are over half", async () => {
    const down = family("down-case", 15, { state: "unscored" });
    const few = await analyst.diagnose(input(SAMPLE_BUNDLE, [...cases, ...down.slice(0, 3)]));
    expect(few).toMatchObject({ failures: 14, quarantined: 3, error: null });
    const many = await analyst.diagnose(input(SAMPLE_BUNDLE, [...cases, ...down]));
    expect(many.error).toContain("15 cases could not be scored");
    expect(many.clusters).toEqual([]);
  });

  it("keeps the clusters that persons pinned", async () => {
    const at = "2026-01-01T00:00:00.000Z";
    const pin = {
      id: "clu_1",
      label: "Closing times",
      cause: null,
      owner: null,
      cases: ["zh-case-0000", "zh-case-0001"],
      by: "ada",
      at,
    };
    const { clusters } = await analyst.diagnose({ ...input(), pinned: [pin] });
    expect(clusters.find(({ id }) => id === "clu_1")).toMatchObject({
      label: "Closing times",
      madeBy: "person",
      cases: pin.cases,
    });
    expect(clusters.flatMap((cluster) => cluster.cases).sort()).toEqual([...loans, ...chinese].map(({ item }) => item.id).sort());
  });

  it("is deterministic", async () => {
    expect(await analyst.diagnose(input())).toEqual(await analyst.diagnose(input()));
  });
});

describe("the heuristic analyst's proposals", () => {
  it("verify, and predict only real cases", async () => {
    const drafts = await propose();
    expect(drafts).toHaveLength(2);
    for (const draft of drafts) {
      expect(EntryDraft.safeParse(draft).success).toBe(true);
      const items = cases.map(({ item }) => item);
      const verified = await verifyEntry({ base: SAMPLE_BUNDLE, operations: draft.operations, cases: items, sandbox: null });
      expect(verified.diagnostics).toEqual([]);
      const failing = new Set([...loans, ...chinese].map(({ item }) => item.id));
      expect(draft.predictedFixes.every((id) => failing.has(id))).toBe(true);
      expect(draft.predictedRisks.some((id) => failing.has(id))).toBe(false);
    }
  });

  it("make a soft rule of the right Skill strict before they add one", async () => {
    const [first] = await propose();
    expect(first).toMatchObject({ component: "skill", owner: "skill" });
    expect(first?.operations).toMatchObject([
      {
        op: "replace",
        anchor: { path: "skills/loans/SKILL.md", text: "- Use `find_loan` if possible." },
        text: "- Use `find_loan`.",
      },
    ]);
  });

  it("add a rule that says when, what first and what never, once the soft one is gone", async () => {
    const path = "skills/loans/SKILL.md";
    const strict = { ...SAMPLE_BUNDLE, [path]: (SAMPLE_BUNDLE[path] ?? "").replace(" if possible", "") };
    const [first] = await propose(strict);
    const applied = applyOperations(strict, first?.operations ?? []);
    expect(applied.ok && applied.bundle[path]).toMatch(
      /- Be friendly\.\n- When a viewer's comment is about due dates \(such as .*\), call `find_loan` before you reply .*; never answer from memory\.\n$/,
    );
  });

  it("put what concerns every reply into the prompt", async () => {
    const drafts = await propose();
    expect(drafts[1]).toMatchObject({
      component: "prompt",
      operations: [{ op: "insert-after", anchor: { path: "prompt/10-role.md" } }],
    });
  });

  it("go up a level where the rule stands already", async () => {
    const path = "prompt/10-role.md";
    const [, prompt] = await propose();
    const applied = applyOperations(SAMPLE_BUNDLE, prompt?.operations ?? []);
    if (!applied.ok) throw new Error("it applies");
    expect(applied.bundle[path]).not.toBe(SAMPLE_BUNDLE[path]);
    const next = await propose(applied.bundle);
    expect(next[1]).toMatchObject({ component: "hook", operations: [{ op: "create-file", path: "hooks/reply-language.js" }] });
  });

  it("do not come again after a rejection", async () => {
    const [first] = await propose();
    const again = await propose(SAMPLE_BUNDLE, [{ title: first?.title ?? "", reason: "no", added: [] }]);
    expect(again.map((draft) => draft.title)).not.toContain(first?.title);
  });

  it("are at most as many as asked for, never with a case id in the edit", async () => {
    const drafts = await propose(SAMPLE_BUNDLE, [], 1);
    expect(drafts).toHaveLength(1);
    for (const { item } of cases) expect(JSON.stringify(drafts[0]?.operations)).not.toContain(item.id);
  });

  it("go to the prompt or the tool where the harness has no Skills", async () => {
    const plain = Object.fromEntries(Object.entries(SAMPLE_BUNDLE).filter(([path]) => !path.startsWith("skills/")));
    const drafts = await propose(plain);
    expect(drafts.map((draft) => draft.component).sort()).toEqual(["prompt", "tool"]);
  });
});
