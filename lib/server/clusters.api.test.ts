import { afterEach, beforeEach, expect, test } from "vitest";
import { listEntries, replaceEntries } from "@/db/campaign-repository";
import { listPinnedClusters } from "@/db/pinned-cluster-repository";
import type { Cluster, Stage } from "@/lib/contracts/evolution";
import { type FailingCampaign, failingCampaign, WORD } from "@/lib/testing/failing-campaign";
import { sampleEntry } from "@/lib/testing/stage-samples";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";

const HEURISTIC = { analyst: { kind: "heuristic", endpoint: null } };
const cases = (...numbers: number[]) => numbers.map((number) => `${WORD}-${number}`);

let studio: TestStudio;
let made: FailingCampaign;
let diagnosed: Stage;

const call = async (what: string, body: object, actor?: string) =>
  studio.call("POST", `${made.path}/${made.stage}${what}`, body, actor);
const edit = (revision: number, change: object, actor?: string) => call("/clusters", { revision, edit: change }, actor);
const clustersOf = (stage: Stage) => stage.diagnosis?.clusters ?? [];
const withCases = (clusters: readonly Cluster[], ids: readonly string[]) =>
  clusters.find((one) => ids.every((id) => one.cases.includes(id)));

beforeEach(async () => {
  studio = openTestStudio();
  made = await failingCampaign(studio, SMALL_BUNDLE);
  diagnosed = (await call("/diagnose", HEURISTIC)).body;
});
afterEach(() => studio.close());

/** The cluster of all failures split in two, with an entry for the first part. */
async function split(): Promise<Stage> {
  const [whole] = clustersOf(diagnosed);
  const change = { kind: "split", cluster: whole?.id, cases: cases(1, 2), label: "The first two" };
  return (await edit(1, change, "ada")).body;
}

test("a split is stored with its author, pinned for the campaign and in the audit log", async () => {
  const stage = await split();
  expect(stage.diagnosis).toMatchObject({ revision: 2, changed: { by: "ada" } });
  const first = withCases(clustersOf(stage), cases(1, 2));
  expect(first).toMatchObject({ label: "The first two", madeBy: "person", by: "ada", cases: cases(1, 2) });
  const pinned = listPinnedClusters(studio.studio.database, made.campaign);
  expect(pinned.find(({ id }) => id === first?.id)).toMatchObject({ label: "The first two", cases: cases(1, 2), by: "ada" });
  const { items } = (await studio.call("GET", "/audit?limit=1")).body;
  expect(items[0]).toMatchObject({ action: "clusters-edited", actor: "ada", detail: { kind: "split" } });
});

test("an edit of clusters that somebody changed meanwhile is a conflict that names who did", async () => {
  await split();
  const late = await edit(1, { kind: "move", cases: cases(1), to: null }, "bob");
  expect(late.body).toMatchObject({ code: "CONFLICT", data: { by: "ada", current: "revision 2" } });
  expect(late.body.message).toContain("ada");
});

test("an edit that names an unknown cluster changes nothing", async () => {
  const refused = await edit(1, { kind: "rename", cluster: "none", label: "New" });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("none")]);
  expect((await studio.call("GET", `${made.path}/${made.stage}`)).body.diagnosis.revision).toBe(1);
});

test("entries of a cluster that is merged into another go with it, decisions and all", async () => {
  const first = withCases(clustersOf(await split()), cases(1, 2));
  const [tail] = clustersOf(diagnosed);
  const apart: Stage = (await edit(2, { kind: "split", cluster: tail?.id, cases: cases(3, 4), label: "The others" })).body;
  const others = withCases(clustersOf(apart), cases(3, 4));
  const { database } = studio.studio;
  const operations = [{ op: "create-file", path: "notes.md", text: "Be kind.\n" } as const];
  const entry = sampleEntry({ id: "ent_a", stage: made.stage, cluster: first?.id ?? "", operations });
  replaceEntries(database, made.stage, [entry]);
  const merge = { kind: "merge", clusters: [others?.id, first?.id], label: "All of them" };
  const merged: Stage = (await edit(3, merge)).body;
  const all = withCases(clustersOf(merged), cases(1, 2, 3, 4));
  expect(all?.label).toBe("All of them");
  expect(listEntries(database, made.stage)).toMatchObject([{ id: "ent_a", cluster: all?.id, revision: 1 }]);
});

test("the next diagnosis of the campaign keeps what a person made of the clusters", async () => {
  await split();
  const again: Stage = (await call("/diagnose", HEURISTIC)).body;
  expect(again.diagnosis).toMatchObject({ status: "completed", revision: 3 });
  expect(withCases(clustersOf(again), cases(1, 2))).toMatchObject({
    label: "The first two",
    cases: cases(1, 2),
    madeBy: "person",
    by: "ada",
  });
});
