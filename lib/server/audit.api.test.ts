import { afterEach, expect, it } from "vitest";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";
import { auditHash } from "./audit-chain/audit-hash";
import { openStudio } from "./studio";

let studio: TestStudio;
afterEach(() => studio.close());

const DROP = "drop trigger audit_events_keep; drop trigger audit_events_fixed; drop trigger releases_fixed;";
const sqlite = () => studio.studio.database.$client;
const verify = async (query = "") => (await studio.call("GET", `/audit/verify${query}`)).body;
const makeProjects = async (...ids: string[]) => {
  for (const id of ids) await studio.call("POST", "/projects", { id, name: id });
};

it("the chain holds over what was written, and its head is the newest event", async () => {
  studio = openTestStudio();
  expect(await verify()).toEqual({ intact: true, events: 0, firstBroken: null, problems: [], head: null });
  await makeProjects("one", "two");
  const { items } = (await studio.call("GET", "/audit")).body;
  expect(await verify()).toMatchObject({ intact: true, events: 2, head: { id: 2, hash: items[0].hash } });
  expect((await studio.call("GET", "/audit?order=oldest")).body.items).toEqual(items.reverse());
  expect((await studio.call("GET", "/audit?action=project-created&actor=ada&project=one")).body).toMatchObject({
    total: 1,
    items: [{ subject: "project:one" }],
  });
});

it("an event is neither changed nor deleted while the database's own guards stand", async () => {
  studio = openTestStudio();
  await makeProjects("one");
  expect(() => sqlite().exec("update audit_events set actor = 'eve'")).toThrow("audit events are never changed");
  expect(() => sqlite().exec("delete from audit_events")).toThrow("audit events are never deleted");
});

it.each([
  ["a changed event", "update audit_events set actor = 'eve' where id = 2", 2, /^Event 2 is not what was recorded/],
  ["a detail that is no JSON", "update audit_events set detail = '{' where id = 2", 2, /^Event 2 cannot be read/],
  ["an event taken out", "delete from audit_events where id = 2", 3, /^Event 2 of the log is missing/],
  ["a cut-off end", "delete from audit_events where id > 2", 3, /^Events up to 4 were recorded; the log ends at 2/],
  ["an event put in", "insert into audit_events values (5, '', 'eve', 'x', null, 'x', '{}', null)", 5, /^Event 5 has no hash/],
])("%s is found", async (_, tampering, firstBroken, problem) => {
  studio = openTestStudio();
  await makeProjects("one", "two", "three", "four");
  sqlite().exec(DROP + tampering);
  expect(await verify()).toMatchObject({
    intact: false,
    firstBroken,
    problems: expect.arrayContaining([expect.stringMatching(problem)]),
  });
});

it("a history that was cut off and written anew is found by a head kept elsewhere, and by what a release says", async () => {
  studio = openTestStudio();
  await makeProjects("one", "two");
  const { head } = await verify();
  const kept = `?head=${head.id}:${head.hash}`;
  expect(await verify(kept)).toMatchObject({ intact: true });
  expect((await studio.call("GET", "/audit/verify?head=2:abc")).status).toBe(400);
  sqlite().exec(`${DROP}delete from audit_events; delete from sqlite_sequence where name = 'audit_events'`);
  await makeProjects("three");
  expect(await verify()).toMatchObject({ intact: true, events: 1 });
  expect(await verify(kept)).toMatchObject({
    intact: false,
    firstBroken: 2,
    problems: ["Event 2, which the head that was kept names, is missing."],
  });
  sqlite().pragma("foreign_keys = OFF");
  const manifest = JSON.stringify({ audit: { id: 1, hash: "0".repeat(64) } });
  sqlite()
    .prepare(
      "insert into releases (id, project, channel, sequence, kind, version, reason, actor, created_at, manifest) values ('rel_1', 'one', 'production', 1, 'promote', 'v', 'r', 'a', '', ?)",
    )
    .run(manifest);
  expect(await verify()).toMatchObject({
    intact: false,
    problems: ["Event 1 has another hash than the manifest of release rel_1 says."],
  });
});

it("events of before the chain are linked once, at the first opening", async () => {
  studio = openTestStudio();
  await makeProjects("one", "two");
  const reopened = () => openStudio({ dataFolder: studio.studio.dataFolder });
  sqlite().exec(`${DROP}update audit_events set hash = null; delete from meta where key = 'audit-chain-begun'`);
  await (await reopened()).close();
  const [first, second] = (await studio.call("GET", "/audit?order=oldest")).body.items;
  expect([first.hash, second.hash]).toEqual([auditHash("", first), auditHash(first.hash, second)]);
  await makeProjects("three");
  expect(await verify()).toMatchObject({ intact: true, events: 3 });
  sqlite().exec("update audit_events set hash = null where id = 2");
  await (await reopened()).close();
  expect(await verify()).toMatchObject({ intact: false, firstBroken: 2 });
});
