import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestStudio, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";

let studio: TestStudio;

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
});
afterEach(() => studio.close());

const importCases = (text: string, more: object = {}) =>
  studio.call("POST", "/projects/p/datasets/import", { name: "dev", role: "dev", text, ...more });

test("imports a case file and pages through it by text", async () => {
  const { body } = await importCases(smallCaseFile(12));
  expect(body).toMatchObject({
    imported: 12,
    problems: [],
    dataset: { cases: 12, categories: [{ name: "greeting", cases: 12 }] },
  });
  const page = await studio.call("GET", `/projects/p/datasets/${body.dataset.id}/cases?text=number 1&offset=1&limit=2`);
  expect(page.body).toMatchObject({ total: 4, items: [{ id: "case-10" }, { id: "case-11" }] });
});

test("a per cent sign in the text means itself", async () => {
  const { body } = await importCases(smallCaseFile(3));
  expect((await studio.call("GET", `/projects/p/datasets/${body.dataset.id}/cases?text=%25`)).body.total).toBe(0);
});

test("malformed lines are named with why, and nothing is imported", async () => {
  const { status, body } = await importCases(`${smallCaseFile(2)}{"id": 3\n`);
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: "UNPROCESSABLE_CONTENT", defined: true, data: { valid: 2, lines: [{ line: 3 }] } });
  expect((await studio.call("GET", "/projects/p/datasets")).body).toEqual([]);
});

test("the rest is imported on request", async () => {
  const { status, body } = await importCases(`${smallCaseFile(2)}{"id": 3\n`, { skipMalformed: true });
  expect(status).toBe(200);
  expect(body).toMatchObject({ imported: 2, problems: [{ line: 3 }] });
});

test("the same name again is a new version of the data set", async () => {
  const one = (await importCases(smallCaseFile(2))).body.dataset;
  const two = (await importCases(smallCaseFile(3))).body.dataset;
  expect(two.id).toBe(one.id);
  expect([two.version === one.version, two.cases]).toEqual([false, 3]);
});

test("a held-out set does not become a dev set", async () => {
  await importCases(smallCaseFile(2), { name: "h", role: "gate" });
  expect((await importCases(smallCaseFile(2), { name: "h", role: "dev" })).status).toBe(400);
});

test("unknown data sets and cases are 404", async () => {
  const { id } = (await importCases(smallCaseFile(1))).body.dataset;
  expect((await studio.call("GET", "/projects/p/datasets/ds_none")).status).toBe(404);
  expect((await studio.call("GET", `/projects/p/datasets/${id}/cases/none`)).status).toBe(404);
  expect((await studio.call("GET", "/projects/none/datasets")).status).toBe(404);
});

test("a table is previewed with its suggested columns and imported with the chosen ones", async () => {
  const text = "问题,分类,答案\n多少钱？,价格,89\n,价格,1\n";
  const preview = await studio.call("POST", "/datasets/preview", { format: "csv", text });
  expect(preview.body.columns).toEqual([
    { name: "问题", field: "comment", sample: "多少钱？" },
    { name: "分类", field: "category", sample: "价格" },
    { name: "答案", field: "expected", sample: "89" },
  ]);
  expect(preview.body).toMatchObject({
    read: 1,
    cases: [{ comment: "多少钱？", checks: ["expected"] }],
    problems: [{ line: 3 }],
  });
  const mapping = { 问题: "comment", 答案: "reference" };
  const refused = await importCases(text, { format: "csv", mapping });
  expect([refused.status, refused.body.data.lines.length]).toEqual([422, 2]);
  const { body } = await importCases(text, {
    format: "csv",
    mapping,
    defaultChecks: true,
    skipMalformed: true,
    kind: "tool-robustness",
  });
  expect(body).toMatchObject({ imported: 1, defaulted: 1, problems: [{ line: 3 }], dataset: { kind: "tool-robustness" } });
});

test("a mapping to no part of a case is refused", async () => {
  const { status } = await importCases("a\n1\n", { format: "csv", mapping: { a: "checks" } });
  expect(status).toBe(400);
});

test("chat logs are imported with default checks", async () => {
  const text = JSON.stringify([{ messages: [{ role: "user", content: "hello" }] }]);
  expect((await importCases(text, { format: "chat" })).body).toMatchObject({ imported: 1, defaulted: 1, problems: [] });
});

const ifeval = (key: number) =>
  JSON.stringify({ key, prompt: "Say hi", instruction_id_list: ["punctuation:no_comma"], kwargs: [{}] });

test("prompts of IFEval make a set of instruction following, and no other file does", async () => {
  const text = [ifeval(1), ifeval(2)].join("\n");
  const preview = await studio.call("POST", "/datasets/preview", { format: "ifeval", text });
  expect(preview.body).toMatchObject({ read: 2, cases: [{ checks: ["1-strict", "1-loose"] }, {}], problems: [] });
  const { body } = await importCases(text, { format: "ifeval" });
  expect(body).toMatchObject({ imported: 2, dataset: { kind: "instruction-following" } });

  const refused = await importCases(smallCaseFile(1), { name: "other", kind: "instruction-following" });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(/case-1 has not/) } });
  expect((await importCases(`${text}\n{}`, { format: "ifeval" })).body.data.lines).toMatchObject([{ line: 3 }]);
});
