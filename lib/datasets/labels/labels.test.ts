import { expect, it } from "vitest";
import { guessFormat } from "@/lib/client/decode-text";
import { previewCases } from "../read-case-text";
import { parseLabels } from "./parse-labels";

const line = (overrides: Record<string, unknown> = {}) =>
  JSON.stringify({
    id: "r-1",
    category: "price",
    comments: ["How much is link 3?", { text: "Is it blue?", viewer: "mia" }],
    reply: "It is $89.",
    toolCalls: [{ tool: "get_price", arguments: { link: 3 }, result: { price: 89 } }],
    accuracy: 1,
    effectiveness: 0.5,
    annotator: "ada",
    ...overrides,
  });
const again = (annotator: string, accuracy: number | null, effectiveness: number | null) =>
  JSON.stringify({ id: "r-1", annotator, accuracy, effectiveness });
const labels = (text: string) =>
  parseLabels(text).cases.map((item) => item.checks.map((check) => check.kind === "human-label" && [check.label, check.value]));

it("makes a judge's case of a labelled reply, with shared returns", () => {
  const file = parseLabels(`${JSON.stringify({ shared: { price: [{ result: 89 }] } })}\n${line()}\n`);
  expect(file).toMatchObject({ problems: [], shared: { price: [{ result: 89 }] }, agreement: null });
  expect(file.cases).toMatchObject([
    {
      ...{ id: "r-1", category: "price", language: "en" },
      input: { comments: [{ text: "How much is link 3?" }, { text: "Is it blue?", viewer: "mia" }] },
      judged: { reply: "It is $89.", toolCalls: [{ tool: "get_price", result: { price: 89 } }] },
      checks: [
        { id: "accuracy", kind: "human-label", metric: "accuracy", label: "accuracy", value: 1 },
        { id: "effectiveness", kind: "human-label", metric: "effectiveness", label: "effectiveness", value: 0.5 },
      ],
    },
  ]);
});

it("takes the majority of several annotators, label by label, and tells how far they agree", () => {
  const text = [
    line(),
    again("bob", 0, 0.5),
    again("cy", 0, null),
    line({ id: "r-2", reply: "" }),
    JSON.stringify({ id: "r-2", annotator: "bob", accuracy: 1, effectiveness: 0 }),
  ].join("\n");
  expect(labels(text)).toEqual([
    [
      ["accuracy", 0],
      ["effectiveness", 0.5],
    ],
    [["accuracy", 1]],
  ]);
  expect(parseLabels(text).agreement).toMatchObject({ annotators: 3, accuracy: { items: 2 }, effectiveness: { items: 2 } });
  const preview = previewCases(text, { format: "labels" });
  expect(preview.agreement?.annotators).toBe(3);
  expect(preview.cases[1]?.judged).toEqual({ reply: "", labels: [{ label: "accuracy", value: 1 }] });
});

it("reports what is not labelled, not agreed on, labelled twice by one person, or another reply of the same id", () => {
  const { cases, problems } = parseLabels(
    [
      line({ accuracy: null, effectiveness: null }),
      line({ id: "r-2" }),
      JSON.stringify({ id: "r-2", annotator: "bob", accuracy: 0, effectiveness: 1 }),
      line({ id: "r-2", annotator: "ada" }),
      line({ id: "r-2", annotator: "cy", reply: "Another." }),
      JSON.stringify({ id: "r-9", annotator: "bob", accuracy: 0 }),
      line({ id: "r-3", effectiveness: 0.7 }),
      line({ id: "r-4", grade: 1 }),
    ].join("\n"),
  );
  expect(cases).toEqual([]);
  expect(problems.map(({ line: at, message }) => `${at} ${message}`)).toEqual([
    expect.stringMatching(/^1 has no label yet/),
    expect.stringMatching(/^2 .*do not agree/),
    expect.stringMatching(/^4 .*labels of ada are there already/),
    expect.stringMatching(/^5 .*another reply/),
    expect.stringMatching(/^6 .*first line of a reply/),
    expect.stringMatching(/^7 effectiveness: is 0, 0.5 or 1/),
    expect.stringMatching(/^8 unknown field "grade"/),
  ]);
});

it("reads a table, with silence as an empty reply and further annotators in rows of their own", () => {
  const text = [
    "id,category,comment,reply,tool_calls,accuracy,effectiveness,annotator,note",
    'a,price,"多少钱？\n有货吗？",89元。,"[{""tool"":""get_price"",""arguments"":{},""result"":{""price"":89}}]",1,0.5,ada,x',
    "a,,,,,0,0.5,bob,",
    "a,,,,,1,,cy,",
    "b,chat,What is the weather?,,,1,1,ada,",
    "c,chat,Hello,Hi,,yes,1,ada,",
  ].join("\n");
  const { cases, problems } = parseLabels(text);
  expect(cases).toMatchObject([
    {
      id: "a",
      language: "zh",
      input: { comments: [{ text: "多少钱？" }, { text: "有货吗？" }] },
      judged: { toolCalls: [{ tool: "get_price" }] },
    },
    { id: "b", judged: { reply: "" } },
  ]);
  expect(labels(text)[0]).toEqual([
    ["accuracy", 1],
    ["effectiveness", 0.5],
  ]);
  expect(problems).toEqual([{ line: 7, message: expect.stringMatching(/^accuracy: is 0 or 1/) }]);
});

it("says which column a table lacks, and leaves the cut last line of a beginning out", () => {
  expect(parseLabels("comment,accuracy\nhello,1").problems).toEqual([{ line: 1, message: "no column for reply" }]);
  expect(parseLabels(`${line()}\n${line({ id: "r-2" }).slice(0, 20)}`, true)).toMatchObject({
    cases: [{ id: "r-1" }],
    problems: [],
  });
});

it("is told from other files by its first line", () => {
  expect(guessFormat("a.jsonl", `{"shared":{}}\n${line()}`)).toBe("labels");
  expect(guessFormat("a.csv", "comment,reply,accuracy\n")).toBe("labels");
  expect(guessFormat("a.csv", "comment,reply\n")).toBe("csv");
  expect(guessFormat("a.jsonl", '{"id":"a","input":"x","checks":[{"metric":"accuracy"}],"reference":"reply"}')).toBe("jsonl");
});
