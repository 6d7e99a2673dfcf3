import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeBundleFolder } from "@/lib/server/bundle-folder";
import { readXml } from "@/lib/testing/read-xml";
import { runInProcess } from "@/lib/testing/run-in-process";
import { SMALL_BUNDLE, smallCaseFile } from "@/lib/testing/test-studio";

let folder: string;
const at = (name: string) => join(folder, name);
const write = (name: string, text: string | Uint8Array) => writeFileSync(at(name), text);
const studio = (...args: string[]) => runInProcess(args, { STUDIO_DATA: at("data") });
const evaluate = (...args: string[]) => studio("eval", "--harness", at("harness"), "--cases", at("cases.jsonl"), ...args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "studio-gates-"));
  await writeBundleFolder(at("harness"), SMALL_BUNDLE);
  await writeBundleFolder(at("before"), { ...SMALL_BUNDLE, "prompt/02-more.md": "Be brief.\n" });
  write("cases.jsonl", smallCaseFile(3));
  write("passing.yaml", "schemaVersion: 1\nscores: { accuracy: { min: 0.9 } }\nfailed: { max: 0 }\n");
  write("failing.yaml", "schemaVersion: 1\nscores: { accuracy: { min: 0.9, lowerBound: 0.99 } }\n");
  write("incomplete.yaml", "schemaVersion: 1\ncost: { max: 1 }\ncategories: { greeting: { effectiveness: 0.5 } }\n");
  write("wrong.yaml", "schemaVersion: 1\n\nscores: { accuracy: { min: 90 } }\n");
  write(
    "baseline.yaml",
    "schemaVersion: 1\nbaseline: { harness: ./before }\ncompare: { nonInferiority: { margin: 0.9, metrics: [accuracy] }, brokenP0: 0 }\n",
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a passing gate ends with 0, and its summary goes to the output, the file and the job", async () => {
  write("job.md", "before\n");
  const { code, stdout } = await runInProcess(
    [
      "eval",
      "--harness",
      at("harness"),
      "--cases",
      at("cases.jsonl"),
      "--gate",
      at("passing.yaml"),
      "--summary",
      at("summary.md"),
    ],
    { STUDIO_DATA: at("data"), GITHUB_STEP_SUMMARY: at("job.md") },
  );
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^## Gates passed\n/)]);
  expect(stdout).toMatch(/stand-in for a model/);
  expect(readFileSync(at("summary.md"), "utf8")).toBe(stdout);
  expect(readFileSync(at("job.md"), "utf8")).toBe(`before\n${stdout}\n`);
});

test("a failing gate ends with 1 and says what was found and wanted", async () => {
  const { code, stdout } = await evaluate("--gate", at("failing.yaml"));
  expect(code).toBe(1);
  expect(stdout).toMatch(/^## Gates failed\n/);
  expect(stdout).toMatch(/\| accuracy, lower end of its interval \| \*\*failed\*\* \| [\d.]+ % \| at least 99 % \|/);
});

test("an incomplete gate ends with 1", async () => {
  const { code, stdout } = await evaluate("--gate", at("incomplete.yaml"), "--json");
  const { gates } = JSON.parse(stdout);
  expect([code, gates.state]).toEqual([1, "incomplete"]);
  expect(
    gates.items.filter((item: { state: string }) => item.state === "incomplete").map((item: { name: string }) => item.name),
  ).toEqual(["cost", "effectiveness of greeting"]);
});

test("a run that its budget stopped is incomplete", async () => {
  const { code, stdout } = await evaluate("--gate", at("passing.yaml"), "--budget-calls", "1", "--concurrency", "1", "--json");
  expect([code, JSON.parse(stdout).gates.state]).toEqual([1, "incomplete"]);
});

test("a harness as the baseline is run first, on the same cases and seed, and compared case by case", async () => {
  const { code, stdout } = await evaluate("--gate", at("baseline.yaml"), "--seed", "7", "--json");
  const { run, comparison, gates } = JSON.parse(stdout);
  expect([code, gates.state, comparison.paired]).toEqual([0, "passed", 3]);
  expect([comparison.base.settings.seed, comparison.head.id]).toEqual([7, run.id]);
  expect(comparison.base.version).not.toBe(run.version);
});

test("a gates file with a mistake ends with 2 before anything runs, and names its line", async () => {
  const { code, stderr } = await evaluate("--gate", at("wrong.yaml"));
  expect([code, stderr]).toEqual([2, expect.stringMatching(/wrong\.yaml:3:\d+: scores\.accuracy\.min: /)]);
});

test("a baseline that is not there ends with 2 before anything runs", async () => {
  write("gone.yaml", "schemaVersion: 1\nbaseline: { run: run_none }\n");
  const { code, stderr } = await evaluate("--gate", at("gone.yaml"));
  expect([code, stderr]).toEqual([2, expect.stringMatching(/There is no run run_none/)]);
});

test("writes JUnit XML and a report, and exports the results afterwards", async () => {
  const { stdout } = await evaluate("--junit", at("results.xml"), "--html", at("report.html"), "--json");
  expect(readXml(readFileSync(at("results.xml"), "utf8")).attributes.tests).toBe("3");
  expect(readFileSync(at("report.html"), "utf8")).toMatch(/^<!doctype html>/);
  const { run } = JSON.parse(stdout);
  const exported = await studio("export", "results", "--run", run.id, "--format", "jsonl");
  expect(
    exported.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).case),
  ).toEqual(["case-1", "case-2", "case-3"]);
  const place = [
    "export",
    "results",
    "--project",
    "command-line",
    "--run",
    run.id,
    "--format",
    "csv",
    "--out",
    at("results.csv"),
  ];
  expect((await studio(...place)).code).toBe(0);
  expect(readFileSync(at("results.csv"), "utf8").trimEnd().split("\r\n")).toHaveLength(4);
});

test("the options become the settings of the run", async () => {
  const { stdout } = await evaluate(
    "--max-concurrency",
    "32",
    "--retries",
    "0",
    "--budget-cost",
    "2.5",
    "--budget-minutes",
    "9",
    "--json",
  );
  expect(JSON.parse(stdout).run.settings).toMatchObject({
    ...{ maxConcurrency: 32, retries: 0, reuse: false, budget: { calls: null, cost: 2.5, minutes: 9 } },
  });
});

test.each([
  ["--early", "sometimes:run"],
  ["--early", "anytime:"],
  ["--early", "curtail:run:0"],
  ["--budget-calls", "0"],
])("%s %s ends with 2", async (...option) => {
  expect((await evaluate(...option)).code).toBe(2);
});

test("imports a table with its columns mapped, in the encoding it is in", async () => {
  const gb18030 = new Uint8Array([
    0xce, 0xca, 0xcc, 0xe2, 0x2c, 0xb4, 0xf0, 0xb0, 0xb8, 0x0a, 0xce, 0xca, 0x2c, 0x38, 0x39, 0x0a,
  ]);
  write("table.csv", gb18030);
  const args = ["import", "--project", "tables", "--cases", at("table.csv"), "--kind", "prompt-robustness", "--json"];
  const { code, stdout } = await studio(...args, "--map", "comment=问题", "expected=答案");
  const { dataset } = JSON.parse(stdout);
  expect([code, dataset.imported, dataset.dataset.kind]).toEqual([0, 1, "prompt-robustness"]);
  expect((await studio(...args, "--map", "checks=问题")).code).toBe(2);
  expect((await studio(...args, "--map", "comment=问题", "--format", "chat")).code).toBe(2);
});

test("imports chat logs with default checks, and reports them without where told not to", async () => {
  write("log.jsonl", `${JSON.stringify({ messages: [{ role: "user", content: "hello" }] })}\n`);
  const args = ["import", "--project", "logs", "--cases", at("log.jsonl"), "--format", "chat"];
  expect((await studio(...args)).stdout).toMatch(/Imported 1 cases \(1 with default checks\)/);
  const { code, stderr } = await studio(...args, "--no-default-checks");
  expect([code, stderr]).toEqual([2, expect.stringMatching(/line 1: no check/)]);
  expect(existsSync(at("data"))).toBe(true);
});
