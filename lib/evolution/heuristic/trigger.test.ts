import { describe, expect, it } from "vitest";
import { Case } from "@/lib/contracts/case";
import { sampleEvaluatedCase } from "@/lib/testing/evolution-samples";
import { markingTerms, topics, triggerClause } from "./trigger";

const many = (prefix: string, category: string, comments: string[]) =>
  comments.map((text, index) => sampleEvaluatedCase({ id: `${prefix}-${index}`, category, comments: [text] }));

const fines = many("fine", "late-fines", [
  "how much is the fine",
  "what is the fine for a week",
  "how much do I owe",
  "is there a fine on this",
  "how much for two days",
  "so how much is a fine",
  "how much to pay as a fine",
]);
const others = many(
  "other",
  "rooms",
  Array.from({ length: 30 }, (_, index) => `where is the room number ${index} on the floor`),
);

describe("markingTerms", () => {
  it("finds words and pairs of words that mark a kind of comment", () => {
    expect(markingTerms(fines, others)).toEqual(expect.arrayContaining(["fine", "how much"]));
  });

  it("leaves out function words and words that both sides use", () => {
    const marks = markingTerms(fines, others);
    expect(marks).not.toContain("is the");
    expect(marks).not.toContain("is there");
    expect(markingTerms(others, others)).toEqual([]);
  });

  it("leaves out words that name a thing in the case's own context", () => {
    const named = fines.map((one) => ({ ...one, item: Case.parse({ ...one.item, context: { shelf: "Fine arts" } }) }));
    expect(markingTerms(named, others)).not.toContain("fine");
  });

  it("weighs Chinese words against Chinese comments", () => {
    const chinese = many("zh", "late-fines", [
      "请问罚款多少",
      "请问罚款怎么交",
      "请问罚款有吗",
      "请问罚款贵吗",
      "请问罚款在哪交",
    ]);
    const plain = many(
      "zho",
      "rooms",
      Array.from({ length: 40 }, (_, index) => `请问${index}号房间在哪`),
    );
    const marks = markingTerms([...fines, ...chinese], [...others, ...plain]);
    expect(marks).toContain("罚款");
    expect(marks).not.toContain("请问");
  });
});

describe("triggerClause", () => {
  it("names the topic and the words", () => {
    expect(triggerClause(fines, others)).toMatch(/^When a viewer's comment is about late fines \(such as “.*”\)$/);
  });

  it("names every category that holds a quarter of the cases", () => {
    expect(topics([...fines, ...others.slice(0, 3)])).toEqual(["late fines", "rooms"]);
    expect(topics([...fines, ...others.slice(0, 1)])).toEqual(["late fines"]);
  });
});
