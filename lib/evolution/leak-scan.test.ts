import { describe, expect, it } from "vitest";
import { sampleEvaluatedCase } from "@/lib/testing/evolution-samples";
import { scanForLeaks } from "./leak-scan";

const { item } = sampleEvaluatedCase({
  id: "loan-0042",
  reference: "Your loan is due back on the ninth of May, and you can renew it twice at the desk.",
  checks: [
    { id: "date", metric: "accuracy", core: true, kind: "reply-contains", any: ["9 May", "due back on the ninth of", "loan"] },
  ],
});
const scan = (text: string, base = "") => scanForLeaks([{ path: "a.md", line: 7, text }], base, [item]).map((one) => one.code);

describe("scanForLeaks", () => {
  it("finds a case id, at its line", () => {
    expect(scanForLeaks([{ path: "a.md", line: 7, text: "as in loan-0042, say" }], "", [item])).toMatchObject([
      { path: "a.md", line: 7, severity: "error", code: "leak-case-id" },
    ]);
  });

  it("does not take a longer name for the id", () => {
    expect(scan("see loan-00421")).toEqual([]);
  });

  it("finds a run of a reference reply, whatever its case and spacing", () => {
    expect(scan("Say: YOU can   renew it twice at the desk.")).toEqual(["leak-reference"]);
  });

  it("finds a value that a check looks for", () => {
    expect(scan("Loans end on 9 May.")).toEqual(["leak-answer"]);
  });

  it("lets common words and text of the base pass", () => {
    expect(scan("Always name the loan.")).toEqual([]);
    expect(scan("Loans end on 9 May.", "Loans end on 9 may.")).toEqual([]);
  });

  it("finds a run of a reply that people labelled", () => {
    const judged = { reply: "Link 3 is $99 today and I have put one aside for you.", toolCalls: [] };
    const labelled = sampleEvaluatedCase({ id: "reply-0001", judged }).item;
    const found = scanForLeaks([{ path: "a.md", line: 1, text: "Never say “today and I have put one aside”." }], "", [labelled]);
    expect(found.map((one) => one.code)).toEqual(["leak-judged"]);
  });

  it("reads Chinese references", () => {
    const chinese = sampleEvaluatedCase({ id: "zh-0001", reference: "您的借书将在五月九日到期可以在前台续借两次" }).item;
    const found = scanForLeaks([{ path: "a.md", line: 1, text: "请说：将在五月九日到期可以在前台续借" }], "", [chinese]);
    expect(found.map((one) => one.code)).toEqual(["leak-reference"]);
  });
});
