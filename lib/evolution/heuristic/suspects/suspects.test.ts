import { describe, expect, it } from "vitest";
import type { Check } from "@/lib/contracts/case";
import type { Bundle } from "@/lib/contracts/harness";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import { applyOperations } from "@/lib/harness/operations";
import { SAMPLE_BUNDLE, type SampleCase, sampleEvaluatedCase, sampleTrajectory } from "@/lib/testing/evolution-samples";
import type { EvaluatedCase } from "../../evaluated-case";
import { createHeuristicAnalyst } from "../heuristic-analyst";

const contains = (any: string[], id = "says"): Check => ({ id, metric: "accuracy", core: true, kind: "reply-contains", any });
const excludes = (any: string[]): Check => ({ id: "no-push", metric: "accuracy", core: true, kind: "reply-excludes", any });

const family = (prefix: string, count: number, sample: Omit<SampleCase, "id">) =>
  Array.from({ length: count }, (_, index) => sampleEvaluatedCase({ ...sample, id: `${prefix}-case-${index}` }));

const analyst = createHeuristicAnalyst();
type Steps = (one: EvaluatedCase) => Step[];

/** The first entry for a run of these cases, and the bundle with it. */
async function firstEntry(bundle: Bundle, cases: EvaluatedCase[], steps: Steps = () => []) {
  const trajectory = (id: string): Trajectory | null => {
    const one = cases.find(({ item }) => item.id === id);
    if (one === undefined) return null;
    const plain = sampleTrajectory({ skills: one.result.features.skills, reply: one.result.reply });
    return { ...plain, steps: [...steps(one), ...plain.steps] };
  };
  const input = { bundle, cases, trajectory, seed: 1 };
  const { clusters } = await analyst.diagnose(input);
  const { drafts } = await analyst.propose({ ...input, clusters, rejected: [], maxEntries: 1 });
  const [draft] = drafts;
  if (draft === undefined) throw new Error("nothing was proposed");
  const applied = applyOperations(bundle, draft.operations);
  if (!applied.ok) throw new Error(JSON.stringify(applied.problems));
  return { draft, clusters, head: applied.bundle };
}

const hookOf = (test: string, before = "") =>
  `export const events = ["Stop"];\n${before}\nexport default function check(event) {\n  if (${test}) {\n    return { decision: "block", reason: "Too long." };\n  }\n  return { decision: "allow" };\n}\n`;

/** A round in which the model said the draft and a Hook sent it back. */
function heldBack(hook: string, draft: string): Steps {
  const said: Step = {
    ...{ type: "model-call", round: 1, atMs: 0, attempt: 1, messages: [], prompt: [], tools: [] },
    outcome: {
      ...{ ok: true, content: draft, toolCalls: [], finishReason: "stop", ttftMs: 0, durationMs: 0 },
      usage: { promptTokens: null, completionTokens: null },
    },
  };
  const sentBack: Step = {
    ...{ type: "hook", round: 1, atMs: 0, event: "Stop", decision: "block", reason: "Too long.", durationMs: 0 },
    hook,
  };
  return ({ result }) => (result.features.stopReason === "replied" ? [] : [said, sentBack]);
}

const blocked = (hook: string) =>
  family("blocked", 5, {
    category: "hours",
    checks: [contains(["six"])],
    failed: ["says"],
    reply: "",
    state: "failed",
    features: { stopReason: "round-limit", hooks: [{ hook, event: "Stop", decision: "block" }] },
  });
const fine = family("fine", 12, { category: "hours", checks: [contains(["six"])], reply: "Until six." });
const DRAFT = "The reading hall is open until six in the evening on every weekday.";

describe("a Hook that holds back replies which would have passed", () => {
  it("has its limit loosened beyond them", async () => {
    const path = "hooks/voice.js";
    const bundle = { ...SAMPLE_BUNDLE, [path]: hookOf("event.reply.length > LIMIT", "const LIMIT = 40;") };
    const { draft, clusters, head } = await firstEntry(bundle, [...blocked("voice"), ...fine], heldBack("voice", DRAFT));
    expect(draft).toMatchObject({ component: "hook", owner: "hook", title: "Loosen the limit of the Hook voice" });
    expect(Number(/LIMIT = (\d+)/.exec(head[path] ?? "")?.[1])).toBeGreaterThan(DRAFT.length);
    expect(clusters[0]?.cause).toContain("held back a reply that passes every check");
  });

  it("loses the words that good replies need, and keeps the others", async () => {
    const path = "hooks/words.js";
    const test = "WORDS.some((word) => event.reply.includes(word))";
    const bundle = { ...SAMPLE_BUNDLE, [path]: hookOf(test, 'const WORDS = ["miracle", "weekday", "prize"];') };
    const { head } = await firstEntry(bundle, [...blocked("words"), ...fine], heldBack("words", DRAFT));
    expect(head[path]).toContain('const WORDS = ["miracle", "prize"];');
  });

  it("is deleted where no value of its condition tells good replies from others", async () => {
    const bundle = { ...SAMPLE_BUNDLE, "hooks/calm.js": hookOf("/open/.test(event.reply)") };
    const { draft, head } = await firstEntry(bundle, [...blocked("calm"), ...fine], heldBack("calm", DRAFT));
    expect(draft.title).toBe("Delete the Hook calm");
    expect(head).not.toHaveProperty("hooks/calm.js");
  });

  it("is left alone where what it held back was wrong", async () => {
    const bundle = { ...SAMPLE_BUNDLE, "hooks/calm.js": hookOf("/open/.test(event.reply)") };
    const { draft } = await firstEntry(bundle, [...blocked("calm"), ...fine], heldBack("calm", "Nobody knows."));
    expect(draft.title).not.toMatch(/Hook calm/);
  });
});

describe("a Skill with which cases fail that pass with another", () => {
  it("is deleted where no kind of comment needs it", async () => {
    const path = "skills/desk-help/SKILL.md";
    const text =
      "---\nname: desk-help\ndescription: Everything on loans.\nmetadata:\n  kind: reply\n---\n# Help\n\n- Be brief.\n";
    const cases = [
      ...family("other", 7, {
        category: "renewals",
        checks: [contains(["renewed"])],
        failed: ["says"],
        features: { skills: ["desk-help"] },
      }),
      ...family("own", 12, { category: "renewals", checks: [contains(["renewed"])], features: { skills: ["loans"] } }),
    ];
    const { draft, head } = await firstEntry({ ...SAMPLE_BUNDLE, [path]: text }, cases);
    expect(draft.title).toBe("Delete the Skill desk-help");
    expect(head).not.toHaveProperty(path);
    expect(head).toHaveProperty("skills/loans/SKILL.md");
  });
});

describe("a tool whose description is not of what its name says", () => {
  it("is described by what the run shows of it", async () => {
    const path = "tools/find_loan.json";
    const bundle = {
      ...SAMPLE_BUNDLE,
      [path]: (SAMPLE_BUNDLE[path] ?? "").replace("Looks up a loan by its number.", "Opening hours."),
    };
    const cases = [
      ...family("missed", 6, {
        category: "loan-dates",
        checks: [contains(["May"])],
        failed: ["says"],
        features: { skills: ["loans"] },
      }),
      ...family("fine", 12, { category: "hours", features: { skills: ["rooms"] } }),
    ];
    const { draft, head } = await firstEntry(bundle, cases);
    expect(draft).toMatchObject({ component: "tool", title: "Describe find_loan by what it holds" });
    expect(JSON.parse(head[path] ?? "")).toMatchObject({ description: expect.stringMatching(/^Loan/) });
  });
});

describe("a rule that does the harm", () => {
  const rule = "End with “borrow one more today”.";
  it("is deleted where replies say its words that must not be said, and the others stay", async () => {
    const path = "prompt/10-role.md";
    const bundle = { ...SAMPLE_BUNDLE, [path]: `${SAMPLE_BUNDLE[path]}- ${rule}\n` };
    const cases = [
      ...family("pushed", 6, {
        category: "fines",
        checks: [excludes(["one more today"])],
        failed: ["no-push"],
        reply: "It is two euros. Borrow one more today.",
      }),
      ...family("fine", 12, { category: "hours", reply: "Until six." }),
    ];
    const { draft, head } = await firstEntry(bundle, cases);
    expect(draft.title).toBe(`Delete the rule “${rule}”`);
    expect(head[path]).toBe(SAMPLE_BUNDLE[path]);
  });

  it("goes with its whole block where it forbids what another rule asks for, and cases fail for want of that", async () => {
    const path = "prompt/20-pace.md";
    const skill = "skills/rooms/SKILL.md";
    const bundle = {
      ...SAMPLE_BUNDLE,
      [skill]: `${SAMPLE_BUNDLE[skill]}- Name the shelf number of the book.\n`,
      [path]: "---\norder: 20\n---\n## Pace\n\n- Never say the number of a shelf.\n",
    };
    const names = { ...contains(["shelf"], "names-shelf"), description: "Names the shelf number." };
    const cases = [
      ...family("silent", 6, { category: "places", checks: [names], failed: ["names-shelf"], features: { skills: ["rooms"] } }),
      ...family("fine", 12, { category: "hours", features: { skills: ["rooms"] } }),
    ];
    const { draft, head } = await firstEntry(bundle, cases);
    expect(draft.title).toBe("Delete the rule “Never say the number of a shelf.”");
    expect(head).not.toHaveProperty(path);
  });

  it("is deleted where it names one language and replies to comments of another came wrong", async () => {
    const path = "prompt/10-role.md";
    const bundle = { ...SAMPLE_BUNDLE, [path]: `${SAMPLE_BUNDLE[path]}- Always reply in English.\n` };
    const language: Check = { id: "language", metric: "accuracy", core: true, kind: "reply-language", language: "zh" };
    const cases = [
      ...family("wrong", 6, { category: "fines", language: "zh", checks: [language], failed: ["language"], reply: "Two euros." }),
      ...family("fine", 12, { category: "hours", reply: "Until six." }),
    ];
    const { draft, head } = await firstEntry(bundle, cases);
    expect(draft.title).toBe("Delete the rule “Always reply in English.”");
    expect(head[path]).toBe(SAMPLE_BUNDLE[path]);
  });
});
