import { describe, expect, it } from "vitest";
import type { Check } from "@/lib/contracts/case";
import { EntryDraft } from "@/lib/contracts/evolution";
import { hashText } from "@/lib/harness/hash";
import type { ChatModel } from "@/lib/kernel/ports";
import { SAMPLE_BUNDLE, sampleEvaluatedCase, sampleTrajectory } from "@/lib/testing/evolution-samples";
import { fails, says, scriptedModel } from "@/lib/testing/scripted-model";
import { createLlmAnalyst } from "./llm-analyst";
import { jsonIn, REPAIR_ROUNDS } from "./structured-chat";

const SKILL = "skills/loans/SKILL.md";
const called: Check = {
  id: "tool",
  metric: "accuracy",
  core: true,
  kind: "tool-called",
  tool: "find_loan",
  arguments: { number: "SECRET-77" },
};
const cases = [
  ...Array.from({ length: 5 }, (_, index) =>
    sampleEvaluatedCase({
      id: `loan-case-${index}`,
      category: "loans",
      checks: [called],
      failed: ["tool"],
      reference: "Due on the ninth, as the reference says so plainly here.",
      reply: "Some time next month.",
      features: { skills: ["loans"] },
    }),
  ),
  ...Array.from({ length: 5 }, (_, index) =>
    sampleEvaluatedCase({ id: `pass-case-${index}`, category: "loans", checks: [called], features: { tools: ["find_loan"] } }),
  ),
];
const input = {
  bundle: SAMPLE_BUNDLE,
  cases,
  seed: 1,
  trajectory: (id: string) =>
    cases.some(({ item }) => item.id === id) ? sampleTrajectory({ reply: "Some time next month." }) : null,
};
const quote = { case: "loan-case-0", step: 0, text: "next month" };
const finding = { label: "Loan never looked up", cause: "The tool is not called.", owner: "skill", quotes: [quote] };
const entry = {
  title: "Call find_loan first",
  component: "skill",
  owner: "skill",
  whyLevel: "Only loans need it.",
  reason: "The reply guesses.",
  evidence: [quote],
  operations: [{ op: "insert-after", anchor: { path: SKILL, text: "- Be friendly.\n" }, text: "- Call `find_loan` first.\n" }],
  predictedFixes: ["loan-case-0"],
  predictedRisks: ["pass-case-1"],
};
const answers = (...values: unknown[]) =>
  scriptedModel(values.map((value) => says(typeof value === "string" ? value : JSON.stringify(value))));

const diagnose = (model: ChatModel) => createLlmAnalyst(model).diagnose(input);
async function propose(model: ChatModel) {
  const { clusters } = await diagnose(answers(finding));
  return createLlmAnalyst(model).propose({
    ...input,
    clusters,
    rejected: [{ title: "Old", reason: "too broad", added: [] }],
    maxEntries: 3,
  });
}

describe("jsonIn", () => {
  it("reads JSON bare, fenced and between words", () => {
    for (const text of ['{"a":1}', 'Here:\n```json\n{"a":1}\n```\nDone.', 'Sure: {"a":1} there.']) {
      expect(jsonIn(text)).toEqual({ ok: true, value: { a: 1 } });
    }
    expect(jsonIn("no")).toMatchObject({ ok: false });
  });
});

describe("the LLM analyst's diagnosis", () => {
  it("takes label, cause, owner and quotes from the model, the figures from the clustering", async () => {
    const found = await diagnose(answers(finding));
    expect(found).toMatchObject({ failures: 5, error: null, invalid: [] });
    expect(found.clusters[0]).toMatchObject({ ...finding, cases: cases.slice(0, 5).map(({ item }) => item.id) });
  });

  it("sends back a quote that is not in the trajectory, and says so", async () => {
    const model = answers({ ...finding, quotes: [{ ...quote, text: "next year" }] }, finding);
    const found = await diagnose(model);
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain("does not say this");
    expect(found.invalid).toMatchObject([
      { why: expect.stringContaining("does not say this"), excerpt: expect.stringContaining("next year") },
    ]);
    expect(found.clusters[0]?.label).toBe(finding.label);
  });

  it("stops after two repair rounds, reports every answer and keeps the program's own finding", async () => {
    const model = answers("I cannot.");
    const found = await diagnose(model);
    expect(model.requests).toHaveLength(1 + REPAIR_ROUNDS);
    expect(found.invalid).toHaveLength(1 + REPAIR_ROUNDS);
    expect(found.invalid[0]).toMatchObject({ why: "the answer is not JSON", excerpt: "I cannot." });
    expect(found.clusters[0]?.cause).toContain("find_loan was never called");
  });

  it("reports a failed call", async () => {
    const found = await diagnose(scriptedModel([fails("unreachable", false)]));
    expect(found.invalid).toMatchObject([{ why: expect.stringContaining("unreachable") }]);
    expect(found.clusters).toHaveLength(1);
  });

  it("never shows the model a reference or a check's answer", async () => {
    const model = answers(finding);
    await diagnose(model);
    const sent = JSON.stringify(model.requests);
    expect(sent).not.toContain("SECRET-77");
    expect(sent).not.toContain("as the reference says");
    expect(sent).toContain("Some time next month.");
  });
});

describe("the LLM analyst's proposals", () => {
  it("are drafts of the contract's shape, with the base hash put in", async () => {
    const { drafts, invalid } = await propose(answers(entry));
    expect(invalid).toEqual([]);
    expect(drafts).toHaveLength(1);
    expect(EntryDraft.safeParse(drafts[0]).success).toBe(true);
    expect(drafts[0]?.operations[0]).toMatchObject({ anchor: { baseHash: hashText(SAMPLE_BUNDLE[SKILL] ?? "") } });
    expect(drafts[0]?.cluster).toBe("cluster-1");
  });

  it("go back with the diagnostics where they do not verify", async () => {
    const bad = { ...entry, operations: [{ op: "delete", anchor: { path: SKILL, text: "- Not there.\n" } }] };
    const model = answers(bad, entry);
    const { drafts, invalid } = await propose(model);
    expect(model.requests[1]?.messages.at(-1)?.content).toContain("is not in the file");
    expect(drafts).toHaveLength(1);
    expect(invalid).toHaveLength(1);
  });

  it("are kept, to be shown as failed, where they never verify", async () => {
    const leaking = { ...entry, operations: [{ op: "create-file", path: "notes.md", text: "As in loan-case-3.\n" }] };
    const { drafts, invalid } = await propose(answers(leaking));
    expect(drafts).toHaveLength(1);
    expect(invalid).toHaveLength(1 + REPAIR_ROUNDS);
    expect(invalid[0]?.why).toContain("names the case");
  });

  it("are reported and dropped where they never parse", async () => {
    const { drafts, invalid } = await propose(answers({ ...entry, operations: [] }));
    expect(drafts).toEqual([]);
    expect(invalid[0]?.why).toContain("operations");
  });

  it("know what was rejected", async () => {
    const model = answers(entry);
    await propose(model);
    expect(JSON.stringify(model.requests)).toContain("Old: too broad");
  });
});
