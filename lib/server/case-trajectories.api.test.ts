import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";

let studio: TestStudio;

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
});
afterEach(() => studio.close());

async function runTwice(project: string) {
  const { body } = await studio.call("POST", `/projects/${project}/versions/import`, { files: SMALL_BUNDLE });
  const cases = await studio.call("POST", `/projects/${project}/datasets/import`, {
    name: "dev",
    role: "dev",
    text: smallCaseFile(2),
  });
  const ids: string[] = [];
  for (const repeats of [1, 2]) {
    const run = await studio.call("POST", `/projects/${project}/runs`, {
      version: body.version.hash,
      endpoint: "embedded",
      dataset: cases.body.dataset.id,
      settings: { repeats },
    });
    ids.push(run.body.id);
    await expect
      .poll(async () => (await studio.call("GET", `/projects/${project}/runs/${run.body.id}`)).body.run.status, {
        timeout: 20_000,
      })
      .toBe("completed");
  }
  return { version: body.version, runs: ids };
}

test("lists the trajectories of one case over runs and repeats, newest run first", async () => {
  const { version, runs } = await runTwice("p");
  const { status, body } = await studio.call("GET", "/projects/p/cases/case-1/trajectories");
  expect(status).toBe(200);
  expect(body.map(({ run, repeat }: { run: string; repeat: number }) => [run, repeat])).toEqual([
    [runs[1], 0],
    [runs[1], 1],
    [runs[0], 0],
  ]);
  expect(body[0]).toMatchObject({ version: version.hash, versionName: version.name, embedded: true });
});

test("a case that never ran has none, another project's are not shown, and an unknown project is 404", async () => {
  await runTwice("p");
  await studio.call("POST", "/projects", { id: "q", name: "Q" });
  expect((await studio.call("GET", "/projects/p/cases/none/trajectories")).body).toEqual([]);
  expect((await studio.call("GET", "/projects/q/cases/case-1/trajectories")).body).toEqual([]);
  expect((await studio.call("GET", "/projects/none/cases/case-1/trajectories")).status).toBe(404);
});
