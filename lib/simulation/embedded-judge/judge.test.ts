import { describe, expect, it } from "vitest";
import type { Message, ToolSpec } from "@/lib/contracts/model";
import { judgeDecision } from "./judge";

const LOADER: ToolSpec = {
  name: "load_skill",
  description: "Loads a Skill. Skills:\n- accuracy (reply): Rubric for Accuracy. Load it before every verdict.",
  inputSchema: { type: "object", properties: { skill: { type: "string" } } },
};
const EVIDENCE: ToolSpec = {
  name: "evidence_tool_results",
  description: "What the host looked up before it replied: every tool call.",
  inputSchema: { type: "object", properties: {} },
};

interface Asked {
  comments?: string[];
  reply: string;
  toolCalls?: object[];
}

const price = (link: number, yuan: number) => ({
  ...{ tool: "get_price", arguments: JSON.stringify({ link_id: link }) },
  result: JSON.stringify({ link_id: link, live_price: yuan }),
});

function asking(
  { comments = ["how much is link 4?"], reply, toolCalls = [price(4, 39)] }: Asked,
  rubric: string[] = [],
): Message[] {
  const data = JSON.stringify({ comments, context: {}, toolCalls, reply, questions: [] });
  return [
    { role: "system", content: ["You grade replies.", ...rubric.map((rule) => `- ${rule}`)].join("\n") },
    { role: "user", content: `Grade the host's reply by your rubric.\n\n<data>\n${data}\n</data>` },
  ];
}

/** Mean grades over seeds: what a rule does, chance aside. */
function grades(asked: Asked, rubric: string[] = []) {
  const all = Array.from({ length: 40 }, (_, seed) => {
    const comments = (asked.comments ?? ["how much is link 4?"]).map((comment) => `${comment}${" ".repeat(seed % 5)}`);
    return JSON.parse(judgeDecision(asking({ ...asked, comments }, rubric), [], seed)?.content ?? "");
  });
  const mean = (name: string) => all.reduce((sum, one) => sum + one[name], 0) / all.length;
  return { accuracy: mean("accuracy"), effectiveness: mean("effectiveness") };
}

describe("the stand-in as a judge", () => {
  it("answers nothing but a request for a grade", () => {
    const talk: Message[] = [{ role: "user", content: "how much is link 4?" }];
    expect(judgeDecision(talk, [], 1)).toBeNull();
    expect(judgeDecision([{ role: "user", content: "Grade this.\n\n<data>\nno JSON\n</data>" }], [], 1)).toBeNull();
  });

  it("loads the rubric and looks at the evidence before it grades, and equal requests get equal grades", () => {
    const messages = asking({ reply: "39 yuan." }, ["See `evidence_tool_results` first."]);
    const first = judgeDecision(messages, [LOADER, EVIDENCE], 1);
    expect(first?.calls.map((call) => call.name)).toEqual(["load_skill", "evidence_tool_results"]);
    const toolCalls = (first?.calls ?? []).map(({ name, arguments: args }) => ({
      id: name,
      name,
      arguments: JSON.stringify(args),
    }));
    const later: Message[] = [
      ...messages,
      { role: "assistant", content: "", toolCalls },
      { role: "tool", toolCallId: "load_skill", content: "# Accuracy\n\n- Give 0 where a figure differs." },
      { role: "tool", toolCallId: "evidence_tool_results", content: JSON.stringify({ calls: [{ result: { live_price: 45 } }] }) },
    ];
    const graded = judgeDecision(later, [LOADER, EVIDENCE], 1);
    // The evidence in full says 45, whatever the short form of the task says.
    expect(JSON.parse(graded?.content ?? "")).toMatchObject({ accuracy: 0, rationale: expect.stringContaining("figure") });
    expect(judgeDecision(later, [LOADER, EVIDENCE], 1)).toEqual(graded);
  });

  it.each<[string, Asked, string]>([
    [
      "a promise",
      { reply: "39 yuan, I promise you have it tomorrow." },
      "A promise that nobody granted is an error: Accuracy is 0.",
    ],
    ["an act", { reply: "39 yuan, I have reserved one for you." }, "Capability overreach is an error: Accuracy is 0."],
    ["another product", { reply: "39 yuan.", toolCalls: [price(7, 39)] }, "Wrong product linkage is an error: Accuracy is 0."],
    [
      "a superlative",
      { reply: "39 yuan, the cheapest anywhere else." },
      "A superlative without a source is an error: Accuracy is 0.",
    ],
  ])("holds %s against a reply far more often where a rule says so", (_, asked, rule) => {
    expect(grades(asked).accuracy).toBeGreaterThan(0.3);
    expect(grades(asked, [rule]).accuracy).toBeLessThan(0.15);
  });

  it("lets a promise pass where a rule says that it is no error, and the last rule on it holds", () => {
    const asked = { reply: "39 yuan, I promise you have it tomorrow." };
    const mild = "A small promise is no error.";
    expect(grades(asked, [mild]).accuracy).toBeGreaterThan(0.9);
    expect(grades(asked, [mild, "A promise is an error: Accuracy is 0."]).accuracy).toBeLessThan(0.15);
  });

  it("counts every comment, and half marks, where a rule says so", () => {
    const asked = { comments: ["how much is link 4?", "when does link 4 ship?"], reply: "Link 4 is 39 yuan." };
    expect(grades(asked).effectiveness).toBeGreaterThan(0.7);
    const counted = grades(asked, ["With several comments, Effectiveness is 0.5 where some of them are answered."]);
    expect(counted.effectiveness).toBeCloseTo(0.5, 1);
    const both = { comments: ["how much is link 4, and when does it ship?"], reply: "Link 4 is 39 yuan." };
    expect(grades(both, ["A partial answer gets Effectiveness 0.5."]).effectiveness).toBeCloseTo(0.5, 1);
  });

  it("holds nothing against a right answer, and an answer to nothing gets no mark", () => {
    expect(grades({ reply: "Link 4 is 39 yuan." })).toEqual({ accuracy: 1, effectiveness: 1 });
    expect(grades({ reply: "" }).effectiveness).toBe(0);
  });
});
