import { afterEach, beforeEach, expect, test } from "vitest";
import { OVERRIDDEN } from "@/lib/testing/overridden";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";

let studio: TestStudio;
let first: string;
let second: string;

const importBundle = async (more: Record<string, string>) =>
  (await studio.call("POST", "/projects/p/versions/import", { files: { ...SMALL_BUNDLE, ...more } })).body.version.hash as string;

beforeEach(async () => {
  studio = openTestStudio();
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  first = await importBundle({});
  second = await importBundle({ "prompt/02-more.md": "More.\n" });
});
afterEach(() => studio.close());

const promote = (version: string, expectedRelease: string | null, actor?: string) =>
  studio.call("POST", "/projects/p/releases/promote", { version, reason: "better", expectedRelease, ...OVERRIDDEN }, actor);

test("promotes with who, why and what came before", async () => {
  const one = (await promote(first, null, "ada")).body;
  const two = (await promote(second, one.id, "bob")).body;
  expect(two).toMatchObject({ kind: "promote", actor: "bob", reason: "better", previous: one.id, version: second });
  expect((await studio.call("GET", "/projects/p/releases")).body.map((one: { id: string }) => one.id)).toEqual([two.id, one.id]);
});

test("of two that promote at once one wins and the other gets a conflict with who and when", async () => {
  const answers = await Promise.all([promote(first, null, "ada"), promote(second, null, "bob")]);
  const [won, lost] = answers[0].status === 200 ? answers : [answers[1], answers[0]];
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  expect(lost?.body).toMatchObject({
    code: "CONFLICT",
    data: { by: won?.body.actor, current: won?.body.id, at: won?.body.createdAt },
  });
  expect((await studio.call("GET", "/projects/p/releases")).body).toHaveLength(1);
});

test("rolls back to what an earlier release served", async () => {
  const one = (await promote(first, null)).body;
  const two = (await promote(second, one.id)).body;
  const back = await studio.call("POST", "/projects/p/releases/rollback", {
    release: one.id,
    reason: "worse",
    expectedRelease: two.id,
  });
  expect(back.body).toMatchObject({ kind: "rollback", version: first, previous: two.id });
});

test("a rollback on top of a newer move is a conflict", async () => {
  const one = (await promote(first, null)).body;
  await promote(second, one.id);
  const back = await studio.call("POST", "/projects/p/releases/rollback", {
    release: one.id,
    reason: "worse",
    expectedRelease: one.id,
  });
  expect(back.status).toBe(409);
});

test("a reason is needed", async () => {
  const { status, body } = await studio.call("POST", "/projects/p/releases/promote", {
    version: first,
    reason: " ",
    expectedRelease: null,
  });
  expect([status, body.message]).toEqual([400, "reason: say why"]);
});

test("each move leaves an audit event with its actor", async () => {
  await promote(first, null, "ada");
  const { body } = await studio.call("GET", "/audit?project=p");
  expect(body.items[0]).toMatchObject({ action: "release-promoted", actor: "ada", project: "p" });
});
