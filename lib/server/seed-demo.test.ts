import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listStages } from "@/db/campaign-repository";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";
import { DEMO, seedDemo } from "./seed-demo";

let studio: TestStudio;
beforeEach(() => {
  studio = openTestStudio();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await studio.close();
});

test("an empty studio gets the demo: versions, cases, a release, and two stages under evaluation", async () => {
  await seedDemo(studio.studio);
  const overview = (await studio.call("GET", `/projects/${DEMO.project}`)).body;
  expect(overview.counts).toEqual({ versions: 4, datasets: 7, runs: 2, campaigns: 1 });
  expect(overview.production).toMatchObject({ versionName: "ReAct", actor: "demo" });
  expect(overview.campaign.stages.map((stage: { name: string }) => stage.name)).toEqual(["ReAct", "Modular"]);
  const versions = (await studio.call("GET", `/projects/${DEMO.project}/versions`)).body.reverse();
  expect(versions.map((version: { kind: string }) => version.kind)).toEqual(["judge", "judge", "agent", "agent"]);
  const [, , react, modular] = versions;
  expect(modular.parent).toBe(react.hash);
  expect((await studio.call("GET", `/projects/${DEMO.project}/datasets/${DEMO.heldOut}`)).body).toMatchObject({
    role: "gate",
    synthetic: true,
    cases: 300,
  });
  expect((await studio.call("GET", `/projects/${DEMO.project}/datasets/${DEMO.labels}`)).body).toMatchObject({
    kind: "judge-labels",
    synthetic: true,
    cases: 180,
  });
});

test("loading it again changes nothing", async () => {
  await seedDemo(studio.studio);
  const events = (await studio.call("GET", "/audit")).body.total;
  await seedDemo(studio.studio);
  expect((await studio.call("GET", "/audit")).body.total).toBe(events);
});

test("STUDIO_DEMO=0 leaves the studio empty", async () => {
  vi.stubEnv("STUDIO_DEMO", "0");
  await seedDemo(studio.studio);
  expect((await studio.call("GET", "/projects")).body).toEqual([]);
});

test("a studio with a project of its own is left alone", async () => {
  await studio.call("POST", "/projects", { id: "mine", name: "Mine" });
  await studio.call("POST", "/projects/mine/versions/import", { files: SMALL_BUNDLE });
  await seedDemo(studio.studio);
  expect((await studio.call("GET", "/projects")).body).toHaveLength(1);
});

test("a demo that was half loaded is completed", async () => {
  await studio.call("POST", "/projects", { id: DEMO.project, name: "Live room" });
  await seedDemo(studio.studio);
  const [campaign] = (await studio.call("GET", `/projects/${DEMO.project}/campaigns`)).body;
  expect(listStages(studio.studio.database, campaign.id).every((stage) => stage.run !== null)).toBe(true);
});
