import { describe, expect, it } from "vitest";
import { IFEVAL_ARGUMENTS } from "@/lib/contracts/ifeval";
import { readCaseText } from "../read-case-text";
import { parseIfeval } from "./parse-ifeval";

const line = (value: object) => JSON.stringify(value);
const PROMPT = {
  key: 1000,
  prompt: "Write about “tea”.\n\nUse no commas. ",
  instruction_id_list: ["punctuation:no_comma", "length_constraints:number_words"],
  kwargs: [{}, { relation: "at least", num_words: 300 }],
};

describe("a prompt of IFEval", () => {
  it("becomes a case whose Accuracy is strict and whose Effectiveness is loose", () => {
    const { cases, problems } = parseIfeval(`\uFEFF${line(PROMPT)}\r\n\n`);
    expect(problems).toEqual([]);
    expect(cases).toEqual([
      expect.objectContaining({
        id: "ifeval-1000",
        category: "punctuation",
        channel: "private",
        input: { comments: [{ text: PROMPT.prompt }] },
        tags: PROMPT.instruction_id_list,
      }),
    ]);
    expect(cases[0]?.checks.map(({ id, metric, core }) => [id, metric, core])).toEqual([
      ["1-strict", "accuracy", true],
      ["1-loose", "effectiveness", true],
      ["2-strict", "accuracy", true],
      ["2-loose", "effectiveness", true],
    ]);
    expect(cases[0]?.checks[3]).toMatchObject({
      instruction: "length_constraints:number_words",
      arguments: { relation: "at least", num_words: 300 },
      strict: false,
    });
  });

  it("is read with the arguments of other instructions as null, and with fields of its publisher's own", () => {
    const { cases, problems } = parseIfeval(
      line({ ...PROMPT, kwargs: [{ num_words: null }, { num_words: 3, relation: "less than", keywords: null }], split: "test" }),
    );
    expect(problems).toEqual([]);
    expect(cases[0]?.checks[2]).toMatchObject({ arguments: { num_words: 3, relation: "less than" } });
    expect(cases[0]?.checks[0]).toMatchObject({ arguments: {} });
  });

  it("may have the same instruction twice", () => {
    const twice = { ...PROMPT, instruction_id_list: ["startend:quotation", "startend:quotation"], kwargs: [{}, {}] };
    expect(parseIfeval(line(twice))).toMatchObject({ problems: [], cases: [{ tags: ["startend:quotation"] }] });
  });
});

it("reports each line that cannot be used, and reads the others", () => {
  const lines = [
    line(PROMPT),
    "{",
    line({ ...PROMPT, key: 2, kwargs: [{}] }),
    line({ ...PROMPT, key: 3, instruction_id_list: ["punctuation:no_comma", "length:none"] }),
    line({ ...PROMPT, key: 4, kwargs: [{}, { relation: "about", num_words: 3 }] }),
    line({ ...PROMPT, key: 5, prompt: "x".repeat(4_001) }),
    line(PROMPT),
    line({ ...PROMPT, key: 6, instruction_id_list: ["toString", "constructor"], kwargs: [{}, {}] }),
    line({ ...PROMPT, key: "own-7" }),
  ];
  const { cases, problems } = parseIfeval(lines.join("\n"));
  expect(cases.map(({ id }) => id)).toEqual(["ifeval-1000", "ifeval-own-7"]);
  expect(problems.map(({ line: at, message }) => [at, message])).toEqual([
    [2, expect.stringMatching(/not valid JSON/)],
    [3, expect.stringMatching(/^kwargs: must have one object for each/)],
    [4, expect.stringMatching(/"length:none" is none of the 25/)],
    [5, expect.stringMatching(/^length_constraints:number_words: kwargs\[1\]\.relation/)],
    [6, expect.stringMatching(/input\.comments\[0\]\.text/)],
    [7, expect.stringMatching(/duplicate id "ifeval-1000": line 1/)],
    [8, expect.stringMatching(/"toString" is none of the 25/)],
  ]);
});

it("is one of the formats of an import, and a preview leaves out a line that is cut off", () => {
  const text = `${line(PROMPT)}\n{"key": 2, "pro`;
  expect(readCaseText(text, { format: "ifeval", truncated: true })).toMatchObject({ cases: [{}], problems: [], defaulted: 0 });
  expect(readCaseText(text, { format: "ifeval" }).problems).toHaveLength(1);
});

it("knows the 25 instructions", () => {
  expect(Object.keys(IFEVAL_ARGUMENTS)).toHaveLength(25);
});
