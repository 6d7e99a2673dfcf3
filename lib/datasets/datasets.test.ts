import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Case, FixtureTables } from "@/lib/contracts/case";
import type { JsonValue } from "@/lib/contracts/ids";
import { formatCaseFile } from "./format-cases";
import { hashDataset } from "./hash";
import { parseCaseFile } from "./parse-cases";

const line = (overrides: Record<string, unknown> = {}) =>
  JSON.stringify({
    id: "price-1",
    category: "price",
    input: { comments: [{ text: "how much?" }] },
    checks: [{ id: "contains", kind: "reply-contains", metric: "accuracy", any: ["89"] }],
    ...overrides,
  });

describe("parseCaseFile", () => {
  it("reads cases and shared tables and fills in defaults", () => {
    const file = parseCaseFile(`${JSON.stringify({ shared: { price: [{ result: 89 }] } })}\n${line()}\n`);
    expect(file.problems).toEqual([]);
    expect(file.cases[0]).toMatchObject({ id: "price-1", priority: "P1", channel: "public", dialogue: [] });
    expect(file.shared).toEqual({ price: [{ match: {}, result: 89 }] });
  });

  it("takes a string or an array of strings as comments", () => {
    const file = parseCaseFile(`${line({ input: "hello" })}\n${line({ id: "b", input: ["one", "two"] })}`);
    expect(file.cases.map((item) => item.input.comments.map((comment) => comment.text))).toEqual([["hello"], ["one", "two"]]);
  });

  it("tolerates a byte order mark, CRLF and blank lines, and still counts lines", () => {
    const file = parseCaseFile(`\uFEFF${line()}\r\n\r\n{oops\r\n`);
    expect(file.cases).toHaveLength(1);
    expect(file.problems).toEqual([{ line: 3, message: expect.stringMatching(/^not valid JSON: /) }]);
  });

  it("names the field of a problem and keeps the other lines", () => {
    const bad = line({ id: "bad", checks: [{ id: "c", kind: "reply-contains", metric: "accuracy", any: [] }] });
    const file = parseCaseFile(`${bad}\n${line()}`);
    expect(file.problems).toEqual([{ line: 1, message: expect.stringContaining("checks[0].any") }]);
    expect(file.cases.map((item) => item.id)).toEqual(["price-1"]);
  });

  it("names the kinds a check may have", () => {
    const file = parseCaseFile(line({ checks: [{ id: "c", kind: "reply-matches", metric: "accuracy" }] }));
    expect(file.problems[0]?.message).toMatch(/checks\[0\]\.kind/);
  });

  it("reports a duplicate id with the line that has it", () => {
    const file = parseCaseFile(`${line()}\n${line()}`);
    expect(file.cases).toHaveLength(1);
    expect(file.problems).toEqual([{ line: 2, message: 'duplicate id "price-1": line 1 has it already' }]);
  });

  it("reports two checks of one id, an unknown field, a table given twice and a value that is no object", () => {
    const check = { id: "c", kind: "reply-contains", metric: "accuracy", any: ["x"] };
    const shared = JSON.stringify({ shared: { t: [] } });
    const file = parseCaseFile([line({ checks: [check, check] }), line({ fixture: {} }), shared, shared, "[1]"].join("\n"));
    expect(file.problems.map((problem) => problem.line)).toEqual([1, 2, 4, 5]);
    expect(file.problems[1]?.message).toMatch(/^unknown field "fixture"/);
    expect(file.problems[2]?.message).toBe('shared table "t": line 3 has it already');
  });

  it("bounds the message of a line with many problems", () => {
    const checks = Array.from({ length: 12 }, (_, index) => ({ id: `c${index}`, kind: "reply-contains", metric: "x", any: [] }));
    expect(parseCaseFile(line({ checks })).problems[0]?.message).toMatch(/and \d+ more$/);
  });
});

const json: fc.Arbitrary<JsonValue> = fc
  .jsonValue({ maxDepth: 2, noUnicodeString: false })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('"__proto__"', '"proto"')) as JsonValue);
const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text !== "__proto__");
const tables = fc
  .dictionary(
    name,
    fc.array(fc.record({ match: fc.dictionary(name, fc.oneof(fc.string(), fc.integer(), fc.boolean())), result: json })),
  )
  .map((value) => FixtureTables.parse(value));
const anyCase = fc
  .record({
    id: fc.uuid(),
    category: name,
    input: fc.record({
      comments: fc.array(fc.record({ text: fc.string({ minLength: 1, unit: "grapheme" }) }), { minLength: 1, maxLength: 3 }),
    }),
    context: fc.dictionary(name, json),
    fixtures: tables,
    checks: fc.constant([{ id: "c", kind: "reply-contains", metric: "accuracy", any: ["x"] }]),
    language: fc.constantFrom("en", "zh"),
  })
  .map((value) => Case.parse(value));
const anyFile = fc.record({
  cases: fc.uniqueArray(anyCase, { selector: (item) => item.id, maxLength: 4 }),
  shared: tables,
});

describe("formatCaseFile and hashDataset", () => {
  it("round-trips any case file", () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        expect(parseCaseFile(formatCaseFile(file))).toEqual({ ...file, problems: [] });
      }),
      { numRuns: 60 },
    );
  });

  it("hashes content: order of cases and keys does not count, a changed value does", () => {
    fc.assert(
      fc.property(anyFile, ({ cases, shared }) => {
        const hash = hashDataset(cases, shared);
        const reordered = cases
          .toReversed()
          .map((item) => Object.fromEntries(Object.entries(item).toReversed()) as unknown as Case);
        expect(hashDataset(reordered, shared)).toBe(hash);
        const changed = cases.map((item, index) => (index === 0 ? { ...item, category: `${item.category}!` } : item));
        if (cases.length > 0) expect(hashDataset(changed, shared)).not.toBe(hash);
        expect(hashDataset(cases, { ...shared, extra: [] })).not.toBe(hash);
      }),
      { numRuns: 40 },
    );
  });
});
