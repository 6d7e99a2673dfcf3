import { describe, expect, it } from "vitest";
import { boundaryStep, hookStep, modelCallStep, toolCallStep, trajectoryOf } from "@/lib/testing/trajectory-samples";
import { fenced, inlineCode } from "./markdown-text";
import { trajectoryMarkdown } from "./trajectory-markdown";

const labels = { source: { Run: "run_1", Case: "c1" }, embedded: false };

/** What is left of a document when every fenced block is taken out, read as CommonMark reads fences. */
function outsideFences(markdown: string): string {
  const kept: string[] = [];
  let fence = "";
  for (const line of markdown.split("\n")) {
    const opens = /^(`{3,})(?:text|json)$/.exec(line);
    if (fence === "" && opens) fence = opens[1] ?? "";
    else if (fence !== "" && /^ {0,3}`+\s*$/.test(line) && line.trim().length >= fence.length) fence = "";
    else if (fence === "") kept.push(line);
  }
  expect(fence, "a fence is left open").toBe("");
  return kept.join("\n");
}

describe("fenced", () => {
  it("is longer than any fence inside", () => {
    expect(fenced("a\n```\nb")).toBe("````text\na\n```\nb\n````");
    expect(fenced("`````")).toMatch(/^``````text\n/);
  });

  it("shows characters that would turn the text around", () => {
    expect(fenced("a\u202eb\u0000")).toBe("```text\na\\u202eb\\u0000\n```");
  });
});

describe("inlineCode", () => {
  it("keeps a name on one line and inside its quotes", () => {
    expect(inlineCode("a`b\n\n# c")).toBe("``a`b # c``");
    expect(inlineCode("`x`")).toBe("`` `x` ``");
    expect(inlineCode("")).toBe("–");
  });
});

describe("trajectoryMarkdown", () => {
  const hostile = "```\n<script>alert(1)</script>\n# Not a heading\n[link](javascript:1)\n~~~\n````";

  it("lets nothing that was written by others become markup", () => {
    const steps = [
      boundaryStep(1, { directive: hostile }),
      modelCallStep({
        messages: [{ role: "system", content: hostile }],
        outcome: {
          ok: true,
          content: hostile,
          reasoning: hostile,
          toolCalls: [{ id: "a", name: hostile, arguments: hostile }],
          finishReason: hostile,
          usage: { promptTokens: null, completionTokens: null },
          ttftMs: null,
          durationMs: 1,
        },
      }),
      hookStep({ hook: hostile, decision: "deny", reason: hostile }),
      toolCallStep({
        tool: hostile,
        arguments: { a: hostile },
        outcome: { ok: false, error: { type: "malformed", message: hostile } },
        raw: { ok: true, result: hostile },
      }),
      { type: "reply" as const, round: 1, atMs: 9, content: hostile, channel: "public" as const, suppressed: false },
    ];
    const trajectory = trajectoryOf(steps, {
      reply: hostile,
      harness: { name: hostile, hash: hostile },
      model: { endpoint: hostile, model: hostile, checkpoint: hostile },
      failure: { type: hostile, message: hostile },
    });
    const text = outsideFences(trajectoryMarkdown(trajectory, { ...labels, source: { Case: hostile } }, { prompts: true }));
    const withoutCode = text.replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, "");
    expect(withoutCode).not.toMatch(/<|alert|Not a heading|javascript/);
    expect(text.split("\n").filter((line) => line.startsWith("# "))).toEqual(["# Trajectory"]);
  });

  it("says what answered, how long it took and how it ended", () => {
    const trajectory = trajectoryOf([modelCallStep()], {
      stopReason: "recovered",
      timings: { wallMs: 1234.56, modelMs: 1000, toolMs: 2, hookMs: 3, ttftMs: 40 },
    });
    const text = trajectoryMarkdown(trajectory, { ...labels, embedded: true });
    expect(text).toContain(`Harness: \`demo\` \`${"0".repeat(64)}\``);
    expect(text).toContain("checkpoint `c`");
    expect(text).toContain("Simulated policy");
    expect(text).toContain("Stop reason: recovered");
    expect(text).toContain("1234.6 ms in all");
    expect(text).toContain("30 + 5 tokens");
    expect(trajectoryMarkdown(trajectory, labels)).not.toContain("Simulated policy");
  });

  it("keeps Chinese as it is, and steps in their order", () => {
    const steps = [
      boundaryStep(1),
      toolCallStep({ arguments: { 商品: "三号链接" }, outcome: { ok: true, result: "现价 89 元" } }),
      { type: "reply" as const, round: 1, atMs: 9, content: "这款现在 89 元。", channel: "public" as const, suppressed: false },
    ];
    const text = trajectoryMarkdown(trajectoryOf(steps, { reply: "这款现在 89 元。" }), labels);
    expect(text).toContain('"商品": "三号链接"');
    const places = ["### 0. Round 1", "### 1. Tool call", "现价 89 元", "### 2. Reply"].map((part) => text.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it("brings prompts with their origins where they are asked for", () => {
    const call = modelCallStep({
      messages: [{ role: "system", content: "You are the host." }],
      prompt: [{ path: "prompt/10-role.md", name: "role", start: 0, end: 17, tokens: 5 }],
    });
    const trajectory = trajectoryOf([boundaryStep(1), call]);
    expect(trajectoryMarkdown(trajectory, labels, { prompts: true })).toContain("`role`, from `prompt/10-role.md`, 5 tokens:");
    expect(trajectoryMarkdown(trajectory, labels)).not.toContain("You are the host.");
  });
});
