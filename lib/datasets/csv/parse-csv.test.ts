import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { CsvMapping } from "@/lib/contracts/case-import";
import { readCaseText } from "../read-case-text";
import { suggestMapping } from "./suggest-mapping";

const read = (text: string, mapping?: CsvMapping, defaultChecks = false) =>
  readCaseText(text, { format: "csv", mapping, defaultChecks });

describe("a table of cases", () => {
  it("maps columns to the parts of a case", () => {
    const { cases, problems } = read(
      [
        "id,category,question,user,history,expected,mustnotcontain,tool,context.product.name,priority,tags,room",
        '"a-1",price,how much?,Ann,"user: hi\nassistant: hello, you",89|eighty-nine,free,"get_price, get_stock",Mug,p0,"x, y",r1',
      ].join("\n"),
    );
    expect(problems).toEqual([]);
    expect(cases[0]).toMatchObject({
      id: "a-1",
      category: "price",
      priority: "P0",
      input: { comments: [{ text: "how much?", viewer: "Ann" }] },
      dialogue: [
        { role: "viewer", content: "hi" },
        { role: "host", content: "hello, you" },
      ],
      context: { product: { name: "Mug" } },
      tags: ["x", "y"],
      group: "r1",
      language: "en",
    });
    expect(cases[0]?.checks).toMatchObject([
      { kind: "reply-contains", metric: "accuracy", any: ["89", "eighty-nine"] },
      { kind: "reply-excludes", any: ["free"] },
      { id: "tool-get_price", kind: "tool-called", tool: "get_price" },
      { id: "tool-get_stock", kind: "tool-called", tool: "get_stock" },
    ]);
  });

  it("knows Chinese headers and Chinese comments", () => {
    const { cases, problems } = read("编号,类别,用户问题,期望答案\r\n1,价格,多少钱？,89\r\n");
    expect(problems).toEqual([]);
    expect(cases[0]).toMatchObject({ id: "1", category: "价格", language: "zh", input: { comments: [{ text: "多少钱？" }] } });
  });

  it.each([
    ["semicolons", "question;expected\na, b;1\nc;2\n"],
    ["tabs", "question\texpected\na, b\t1\nc\t2\n"],
    ["a named delimiter", "sep=|\nquestion|expected\na, b|1\nc|2\n"],
    ["a byte order mark and CRLF", '\uFEFFquestion,expected\r\n"a, b",1\r\nc,2\r\n'],
  ])("reads %s", (_, text) => {
    const { cases, problems } = read(text);
    expect(problems).toEqual([]);
    expect(cases.map((item) => item.input.comments[0]?.text)).toEqual(["a, b", "c"]);
  });

  it("names the line on which a malformed row begins, past quoted line breaks and empty lines", () => {
    const text = 'question,expected,priority\n"one\ntwo",1,\n\n,2,\nthree,3,P9\nfour,4,P1,more\nfive,5,\n';
    const { cases, problems } = read(text);
    expect(cases.map((item) => item.input.comments[0]?.text)).toEqual(["one\ntwo", "five"]);
    expect(problems).toEqual([
      { line: 5, message: "the comment is empty" },
      { line: 6, message: expect.stringMatching(/^priority: /) },
      { line: 7, message: "has 4 cells; the header has 3" },
    ]);
  });

  it("reports a quote that is never closed by its line", () => {
    const { problems } = read('question,expected\na,1\n"b,2\nc,3\n');
    expect(problems).toEqual([{ line: 3, message: "a quoted cell is never closed" }]);
  });

  it("says of a row without a check what to do, and gives the default checks where they are chosen", () => {
    expect(read("question\na\n").problems[0]).toEqual({ line: 2, message: expect.stringMatching(/default checks/) });
    const { cases, defaulted } = read("question\na\n", undefined, true);
    expect(defaulted).toBe(1);
    expect(cases[0]?.checks.map((check) => [check.kind, check.metric])).toEqual([
      ["judge", "effectiveness"],
      ["reply-length", "effectiveness"],
    ]);
  });

  it("refuses a mapping without a comment, of two columns to one part, or of a column that is not there", () => {
    const problem = (mapping: CsvMapping) => read("a,b\n1,2\n", mapping).problems;
    expect(problem({ a: "id" })).toEqual([{ line: 1, message: "no column is mapped to the comment" }]);
    expect(problem({ a: "comment", b: "comment" })).toEqual([{ line: 1, message: "two columns are mapped to comment" }]);
    expect(problem({ a: "comment", z: "id" })[0]?.message).toMatch(/^there is no column "z"/);
  });

  it("gives rows without an id one that they keep when others are put before them", () => {
    const before = read("question,expected\nx,1\n").cases[0]?.id;
    const after = read("question,expected\nnew,1\nx,1\nx,1\n").cases.map((item) => item.id);
    expect(after.slice(1)).toEqual([before, `${before}-2`]);
  });

  it("leaves the last row of a truncated text out", () => {
    const file = readCaseText('question,expected\na,1\n"b\nc', { format: "csv", truncated: true });
    expect([file.cases.length, file.problems]).toEqual([1, []]);
  });

  it("takes no key that would reach an object's prototype", () => {
    expect(suggestMapping(["question", "context.__proto__.x", "__proto__", "constructor"])).toEqual({ question: "comment" });
    const { cases } = read("question,context.constructor.name,expected\na,b,1\n");
    expect(cases[0]?.context).toEqual({ constructor: { name: "b" } });
    expect({}.constructor).toBe(Object);
  });

  it("reads back what any spreadsheet writes", () => {
    const cell = fc
      .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."ab,;\"'\n|é价 ") })
      .filter((text) => text.trim() === text && text !== "");
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (comments) => {
        const text = Papa.unparse([["question", "expected"], ...comments.map((comment) => [comment, "yes"])]);
        expect(read(text).cases.map((item) => item.input.comments[0]?.text)).toEqual(comments);
      }),
      { numRuns: 200 },
    );
  });

  it("reads a hundred thousand rows within seconds", () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `${index},"what about ""${index}""?\nplease",${index}`);
    const started = performance.now();
    const { cases } = read(`id,question,expected\n${rows.join("\n")}\n`);
    expect(cases).toHaveLength(100_000);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
