import { afterEach, beforeEach, expect, test } from "vitest";
import { readXml } from "@/lib/testing/read-xml";
import { openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";
import { handleApi } from "./http";
import { exportRun } from "./use-cases/exports";

let studio: TestStudio;
beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
});
afterEach(() => studio.close());

/** A finished run on a set of the given role, with its results. */
async function finishedRun(role: string, cases = 3): Promise<string> {
  const { body } = await studio.call("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE });
  const text = smallCaseFile(cases);
  const set = await studio.call("POST", "/projects/p/datasets/import", { name: role, role, text });
  const run = await studio.call("POST", "/projects/p/runs", {
    ...{ version: body.version.hash, endpoint: "embedded", dataset: set.body.dataset.id, reason: "a test" },
  });
  const state = async () => (await studio.call("GET", `/projects/p/runs/${run.body.id}`)).body.run.status;
  await expect.poll(state, { timeout: 20_000 }).toBe("completed");
  return run.body.id;
}

const get = (path: string) => handleApi(new Request(`http://localhost/api${path}`), studio.studio);

test("each form downloads under its name, with every result", async () => {
  const run = await finishedRun("dev");
  const download = async (format: string) => {
    const response = await get(`/projects/p/runs/${run}/export?format=${format}`);
    expect(response.status).toBe(200);
    return { name: response.headers.get("content-disposition"), text: await response.text() };
  };
  const jsonl = await download("jsonl");
  expect(jsonl.name).toBe(`attachment; filename="${run}.jsonl"`);
  expect(
    jsonl.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).case),
  ).toEqual(["case-1", "case-2", "case-3"]);
  expect((await download("csv")).text.trimEnd().split("\r\n")).toHaveLength(4);
  expect(readXml((await download("junit")).text).attributes.tests).toBe("3");
  expect((await download("html")).text.match(/<details>/g)).toHaveLength(3);
});

test("a gate set tells scores without verdicts, a vault its report without cases and nothing else", async () => {
  const gate = await finishedRun("gate");
  const lines = await (await get(`/projects/p/runs/${gate}/export?format=jsonl`)).text();
  expect(JSON.parse(lines.split("\n")[0] ?? "")).not.toHaveProperty("checks");
  const vault = await finishedRun("vault");
  expect((await get(`/projects/p/runs/${vault}/export?format=csv`)).status).toBe(403);
  const report = await (await get(`/projects/p/runs/${vault}/export?format=html`)).text();
  expect(report).not.toContain("case-1");
});

test("replies to label come without scores, fit what an import of labels takes, and not from a gate set", async () => {
  const run = await finishedRun("dev", 2);
  const text = await (await get(`/projects/p/runs/${run}/export?format=labels`)).text();
  expect(text).not.toMatch(/"checks"|"scored"/);
  const [first] = text.split("\n");
  expect(JSON.parse(first ?? "")).toMatchObject({
    ...{ id: `case-1@${run}`, comments: [{ text: "hello number 1" }], reply: expect.any(String), toolCalls: [] },
    ...{ accuracy: null, effectiveness: null, annotator: "" },
  });
  const load = (filled: string) =>
    studio.call("POST", "/projects/p/datasets/import", { name: "labels", role: "dev", format: "labels", text: filled });
  expect(await load(text)).toMatchObject({
    status: 422,
    body: { data: { lines: [{ message: expect.stringMatching(/no label yet/) }, {}] } },
  });
  const labelled = await load(text.replaceAll('"accuracy":null', '"accuracy":1'));
  expect(labelled.body).toMatchObject({ imported: 2, dataset: { kind: "judge-labels" } });
  const gate = await finishedRun("gate", 1);
  expect((await get(`/projects/p/runs/${gate}/export?format=labels`)).status).toBe(400);
});

test("an unknown run is 404, an unknown form 400, and the specification has the download", async () => {
  expect((await get("/projects/p/runs/none/export")).status).toBe(404);
  const run = await finishedRun("dev", 1);
  expect((await get(`/projects/p/runs/${run}/export?format=pdf`)).status).toBe(400);
  expect((await get("/projects/%E4/runs/x/export")).status).toBe(400);
  const spec = await (await get("/spec.json")).json();
  expect(spec.paths["/projects/{project}/runs/{run}/export"].get.tags).toEqual(["Runs"]);
});

test("a run of a hundred thousand results is read a page at a time, and no further than its reader goes", async () => {
  const run = await finishedRun("dev", 1);
  const { $client } = studio.studio.database;
  const columns = $client.prepare("select name from pragma_table_info('case_results')").pluck().all();
  const changed: Record<string, string> = { case: "'many-' || n", ordinal: "10 + n" };
  const values = columns.map((name) => changed[String(name)] ?? `"${name}"`).join(", ");
  $client.exec(`insert into case_results select ${values} from case_results,
    (with recursive count(n) as (select 0 union all select n + 1 from count where n < 99999) select n from count)`);
  const { pieces } = exportRun({ studio: studio.studio, actor: "ada" }, { project: "p", run, format: "csv" });
  const started = performance.now();
  pieces.next();
  pieces.next();
  pieces.return(undefined);
  expect(performance.now() - started).toBeLessThan(2_000);
  const response = await get(`/projects/p/runs/${run}/export?format=csv`);
  let lines = 0;
  let largest = 0;
  for await (const piece of response.body ?? []) {
    largest = Math.max(largest, piece.length);
    lines += new TextDecoder().decode(piece).split("\r\n").length - 1;
  }
  expect(lines).toBe(100_002);
  expect(largest).toBeLessThan(200_000);
});
