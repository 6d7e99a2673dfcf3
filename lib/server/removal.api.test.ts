import { afterEach, beforeEach, expect, it } from "vitest";
import { contract } from "@/lib/contracts/api";
import { openTestStudio, SMALL_BUNDLE, smallCaseFile, type TestStudio } from "@/lib/testing/test-studio";

let studio: TestStudio;
let version: string;

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  version = (await studio.call("POST", "/projects/p/versions/import", { files: SMALL_BUNDLE })).body.version.hash;
});
afterEach(() => studio.close());

const at = (path: string) => `/projects/p${path}`;
const get = async (path: string) => (await studio.call("GET", path)).body;
const statusOf = async (path: string) => (await studio.call("GET", path)).status;
const remove = async (path: string) => await studio.call("DELETE", path);
const restore = (kind: string, id: string) => studio.call("POST", "/removed/restore", { kind, id });

const importSet = async (name: string): Promise<string> =>
  (await studio.call("POST", at("/datasets/import"), { name, role: "dev", text: smallCaseFile(2) })).body.dataset.id;

async function endedRun(dataset: string, settings: object = {}): Promise<string> {
  const { id } = (await studio.call("POST", at("/runs"), { version, endpoint: "embedded", dataset, settings })).body;
  for await (const _ of studio.studio.runner.progress(id, AbortSignal.timeout(20_000)));
  return id;
}

it("a deleted run is hidden wherever runs are told of, and comes back as it was", async () => {
  const dataset = await importSet("dev");
  const [kept, gone] = [await endedRun(dataset), await endedRun(dataset, { seed: 2, reuse: false })];
  const before = await get(at(`/runs/${gone}`));
  expect((await remove(at(`/runs/${gone}`))).body).toEqual({ removed: true });
  expect(await get(at("/runs"))).toMatchObject({ total: 1, items: [{ id: kept }] });
  for (const path of ["", "/results", "/results/case-1", "/judging", "/export"]) {
    expect(await statusOf(at(`/runs/${gone}${path}`)), path).toBe(404);
  }
  expect(await statusOf(at(`/runs/compare?base=${kept}&head=${gone}`))).toBe(404);
  expect(await get("/projects/p")).toMatchObject({ counts: { runs: 1 }, runs: [{ id: kept }] });
  expect(await get(at("/versions"))).toMatchObject([{ use: { runs: 1 } }]);
  expect((await get(at(`/datasets/${dataset}/cases/case-1`))).results).toHaveLength(1);
  expect(await get(at("/cases/case-1/trajectories"))).toHaveLength(1);
  expect(await get("/removed")).toMatchObject([{ kind: "run", id: gone, project: "p", name: "Small on dev", removedBy: "ada" }]);
  expect((await remove(at(`/runs/${gone}`))).status).toBe(404);
  expect((await restore("run", gone)).body).toEqual({ restored: true });
  expect(await get(at(`/runs/${gone}`))).toEqual(before);
  expect((await restore("run", gone)).status).toBe(404);
});

it("what a stage, a release or a noise pair rests on cannot be deleted", async () => {
  const dataset = await importSet("dev");
  const made = await studio.call("POST", at("/campaigns"), { name: "C", endpoint: "embedded", dataset, version, seed: 1 });
  const campaign = made.body.id;
  const [stage] = made.body.stages;
  const evaluated = (await studio.call("POST", at(`/campaigns/${campaign}/stages/${stage.id}/evaluate`), {})).body;
  for await (const _ of studio.studio.runner.progress(evaluated.id, AbortSignal.timeout(20_000)));
  const refusal = await remove(at(`/runs/${evaluated.id}`));
  expect([refusal.status, refusal.body.message]).toEqual([409, expect.stringContaining(`stages C · ${stage.name}`)]);
  const repeat = (await studio.call("POST", at(`/runs/${evaluated.id}/noise`), {})).body.id;
  for await (const _ of studio.studio.runner.progress(repeat, AbortSignal.timeout(20_000)));
  expect((await remove(at(`/runs/${repeat}`))).body.message).toContain("the noise floor of stages");
  expect((await remove(at(`/datasets/${dataset}`))).body.message).toContain("campaigns C");
  expect((await remove("/endpoints/embedded")).status).toBe(400);
  const [own, other] = [await endedRun(dataset, { seed: 7 }), await importSet("other")];
  const second = (await studio.call("POST", at(`/runs/${own}/noise`), {})).body.id;
  for await (const _ of studio.studio.runner.progress(second, AbortSignal.timeout(20_000)));
  expect((await remove(at(`/runs/${own}`))).body.message).toContain(`A/A repetitions ${second}`);
  expect((await remove(at(`/runs/${second}`))).status).toBe(200);
  expect((await remove(at(`/runs/${own}`))).status).toBe(200);
  expect((await remove(at(`/datasets/${other}`))).status).toBe(200);
});

it("a data set goes with its runs, keeps its name, and brings back those that went with it", async () => {
  const dataset = await importSet("dev");
  const [early, run] = [await endedRun(dataset), await endedRun(dataset, { seed: 2 })];
  await remove(at(`/runs/${early}`));
  await studio
    .call("POST", at("/runs"), { version, endpoint: "embedded", dataset, settings: { seed: 3 } })
    .then(({ body }) => studio.call("POST", at(`/runs/${body.id}/cancel`), {}));
  expect((await remove(at(`/datasets/${dataset}`))).status).toBe(200);
  expect([await get(at("/datasets")), (await get(at("/runs"))).total]).toEqual([[], 0]);
  expect(await get("/projects/p")).toMatchObject({ counts: { datasets: 0, runs: 0 } });
  expect((await get("/removed")).map((item: { kind: string }) => item.kind)).toEqual(["dataset", "run"]);
  const again = await studio.call("POST", at("/datasets/import"), { name: "dev", role: "dev", text: smallCaseFile(1) });
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining("A data set dev was deleted")]);
  expect((await restore("run", early)).body.message).toContain("bring that back first");
  expect((await restore("dataset", dataset)).status).toBe(200);
  expect((await get(at("/runs"))).items.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([run]));
  expect(await get("/removed")).toMatchObject([{ kind: "run", id: early }]);
});

it("endpoints and tool services go softly, and are there again when they are saved anew", async () => {
  const endpoint = { id: "mine", name: "Mine", baseUrl: "http://127.0.0.1:9/v1", model: "m", checkpoint: "", keyVariable: "" };
  const service = { id: "shop", name: "Shop", kind: "http", url: "http://127.0.0.1:9/", keyVariable: "" };
  await studio.call("PUT", "/endpoints/mine", endpoint);
  await studio.call("PUT", "/tool-services/shop", service);
  expect([(await remove("/endpoints/mine")).status, (await remove("/tool-services/shop")).status]).toEqual([200, 200]);
  expect([(await get("/endpoints")).length, await get("/tool-services")]).toEqual([1, []]);
  const removed = await get("/removed");
  expect(removed.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`).sort()).toEqual([
    "endpoint Mine",
    "tool-service Shop",
  ]);
  expect((await restore("tool-service", "shop")).status).toBe(200);
  expect(await studio.call("PUT", "/endpoints/mine", { ...endpoint, name: "Again" })).toMatchObject({ status: 200 });
  expect(await get("/endpoints")).toMatchObject([{}, { id: "mine", name: "Again" }]);
  expect([await get("/removed"), (await get("/tool-services")).length]).toEqual([[], 1]);
});

/** Every operation of the contract whose path names a project, by its name. */
const operations = Object.entries(contract).flatMap(([group, procedures]) =>
  Object.entries(procedures).flatMap(([name, procedure]) => {
    const { method = "POST", path = "" } = procedure["~orpc"].route;
    return path.includes("{project}") ? [{ name: `${group}.${name}`, method, path }] : [];
  }),
);

it("nothing of a deleted project answers but the log, and all of it comes back", async () => {
  const run = await endedRun(await importSet("dev"));
  await studio.call("POST", at("/runs"), { version, endpoint: "embedded", dataset: "nope" });
  expect((await remove("/projects/p")).body).toEqual({ removed: true });
  expect(operations.length).toBeGreaterThan(70);
  const answered = [];
  for (const { name, method, path } of operations) {
    const { status } = await studio.call(
      method,
      path.replace("{project}", "p").replace(/\{[^}]+\}/g, "x"),
      method === "GET" ? undefined : {},
    );
    if (status !== 404) answered.push(`${name} ${status}`);
  }
  expect(answered).toEqual([]);
  expect(await get("/projects")).toEqual([]);
  expect((await studio.call("POST", "/respond", { project: "p", input: { comments: [{ text: "hi" }] } })).status).toBe(404);
  expect((await studio.call("POST", "/projects", { id: "p", name: "P" })).body.message).toContain(
    "was deleted and still has the id",
  );
  expect((await get("/audit?project=p&action=project-removed")).total).toBe(1);
  expect(await get("/removed")).toMatchObject([{ kind: "project", id: "p", name: "P" }]);
  expect((await restore("project", "p")).status).toBe(200);
  expect(await get(at(`/runs/${run}`))).toMatchObject({ run: { status: "completed" } });
  expect(studio.reported).toEqual([]);
});
