import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addPerson, addToken, askFor, signInAs, turnSignInOn } from "@/lib/testing/sign-in-studio";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";
import { createCaller } from "../caller";

let studio: TestStudio;
beforeEach(() => {
  turnSignInOn();
  studio = openTestStudio();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await studio.close();
});
const operator = () => createCaller(studio.studio, "ada");
const person = (name: string, memberships: Parameters<typeof addPerson>[2]) => {
  const email = `${name.toLowerCase()}@example.com`;
  // No password is needed to have a token.
  return operator()
    .people.invite({ name, email, memberships })
    .then(({ person: made }) => made.id);
};

test("a token writes in its person's name and its own, and ends when it is revoked or its person loses access", async () => {
  const id = await person("Dev", [{ project: "*", role: "admin" }]);
  const [one, two] = [await addToken(studio, id, ["read", "admin"]), await addToken(studio, id, ["read"])];
  const made = { id: "room", name: "Room" };
  const headers = { ...one.credentials, "x-studio-actor": "mallory" };
  expect((await askFor(studio, headers, "POST", "/projects", made)).status).toBe(200);
  const { items } = await operator().audit.list({ action: "project-created" });
  expect(items[0]?.actor).toBe("Dev (token script)");
  expect((await operator().tokens.list()).find((token) => token.id === one.id)?.lastUsedAt).not.toBeNull();
  const list = (token: typeof one) => askFor(studio, token.credentials, "GET", "/projects").then(({ status }) => status);
  await operator().tokens.revoke({ token: one.id });
  expect([await list(one), await list(two)]).toEqual([401, 200]);
  await addPerson(studio, "Second", [{ project: "*", role: "admin" }]);
  await operator().people.change({ person: id, memberships: [{ project: "*", role: "admin" }], disabled: true });
  expect(await list(two)).toBe(401);
  studio.studio.database.$client.pragma("wal_checkpoint(TRUNCATE)");
  const stored = readFileSync(join(studio.studio.dataFolder, "studio.sqlite"), "latin1");
  expect(stored).not.toContain(two.credentials.authorization.slice("Bearer ".length));
});

test("a token that has expired is nobody's, and a wrong one is not looked over for a cookie", async () => {
  const id = await person("Dev", [{ project: "*", role: "viewer" }]);
  const { credentials } = await addToken(studio, id, ["read"]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 91 * 86_400_000 });
  try {
    expect((await askFor(studio, credentials, "GET", "/projects")).status).toBe(401);
  } finally {
    vi.useRealTimers();
  }
  const { email } = await addPerson(studio, "Vic", [{ project: "*", role: "viewer" }]);
  const cookie = await signInAs(studio, email);
  const both = { ...cookie, authorization: `Bearer studio_${"0".repeat(43)}` };
  expect((await askFor(studio, both, "GET", "/projects")).status).toBe(401);
});

test("a token cannot make another, and nobody makes one in another's name", async () => {
  const [boss, dev] = [
    await person("Boss", [{ project: "*", role: "admin" }]),
    await person("Dev", [{ project: "*", role: "viewer" }]),
  ];
  const { credentials } = await addToken(studio, boss, ["read", "admin"]);
  const wanted = { name: "another", scopes: ["admin"] };
  expect((await askFor(studio, credentials, "POST", "/tokens", wanted)).body.message).toMatch(/^A token cannot make another/);
  const own = createCaller(studio.studio, "Boss", {
    kind: "person",
    person: boss,
    memberships: [{ project: "*", role: "admin" }],
    scopes: null,
  });
  await expect(own.tokens.create({ name: "x", scopes: ["read"], person: dev })).rejects.toThrow(/by the person whose it is/);
});

test("a project that a caller adds to an operation of the studio makes it no operation of their project", async () => {
  await operator().projects.create({ id: "own", name: "Own" });
  await operator().projects.create({ id: "other", name: "Other" });
  const id = await person("Boss", [{ project: "own", role: "admin" }]);
  const { credentials } = await addToken(studio, id, ["read", "develop", "release", "serve", "admin"]);
  const as = (method: string, path: string, body?: unknown) =>
    askFor(studio, credentials, method, path, body).then(({ status }) => status);
  const endpoint = { project: "own", name: "X", baseUrl: "http://h/v1", model: "m" };
  expect(await as("PUT", "/endpoints/x", endpoint)).toBe(403);
  expect(
    await as("POST", "/people", {
      project: "own",
      name: "Eve",
      email: "e@x.org",
      memberships: [{ project: "*", role: "admin" }],
    }),
  ).toBe(403);
  // What the query or the body says does not stand in for what the path says, or for what is parsed.
  expect(await as("GET", "/audit?query[project]=own")).toBe(403);
  expect(await as("GET", "/projects/other/faq?project=own")).toBe(404);
  expect(await as("PUT", "/projects/other/faq", { project: "own", entries: [] })).toBe(404);
  expect(await as("POST", "/respond", { project: ["own"], input: { comments: [{ text: "hi" }] } })).toBe(404);
  const hidden = await askFor(studio, credentials, "GET", "/projects/other");
  const missing = await askFor(studio, credentials, "GET", "/projects/nothing");
  expect(JSON.stringify(hidden.body).replaceAll("other", "?")).toBe(JSON.stringify(missing.body).replaceAll("nothing", "?"));
  expect((await askFor(studio, credentials, "GET", "/projects")).body.map((one: { id: string }) => one.id)).toEqual(["own"]);
});

test("the last admin stays one, and a name is one person's", async () => {
  const { id } = await addPerson(studio, "Boss", [{ project: "*", role: "admin" }]);
  const keep = { person: id, memberships: [{ project: "*" as const, role: "admin" as const }] };
  await expect(operator().people.change({ ...keep, disabled: true })).rejects.toThrow(/last admin/);
  await expect(operator().people.change({ person: id, memberships: [], disabled: false })).rejects.toThrow(/last admin/);
  // Somebody who has not chosen a password cannot take over.
  await person("Invited", [{ project: "*", role: "admin" }]);
  await expect(operator().people.change({ ...keep, disabled: true })).rejects.toThrow(/last admin/);
  const twin = { name: "ＢＯＳＳ", email: "twin@example.com", memberships: [{ project: "*" as const, role: "viewer" as const }] };
  await expect(operator().people.invite(twin)).rejects.toThrow(/somebody of the name Boss/);
});
