import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addPerson, ask, askFor, signInAs, TEST_PASSWORD, turnSignInOn } from "@/lib/testing/sign-in-studio";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";
import { createCaller } from "../caller";
import { limitsOf } from "./auth-route";
import { firstAdminLink } from "./first-admin";

let studio: TestStudio;
beforeEach(() => {
  turnSignInOn();
  studio = openTestStudio();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await studio.close();
});

const events = (action: string) =>
  createCaller(studio.studio, "ada")
    .audit.list({ action })
    .then(({ items }) => items);
const attempt = (email: string, password: string, headers = {}) =>
  askFor(studio, headers, "POST", "/auth/sign-in/email", { email, password });

test("the first admin is made with the link of the start, once, and signs in", async () => {
  const first = firstAdminLink(studio.studio);
  const again = firstAdminLink(studio.studio);
  const token = (path: string | null) => path?.split("#")[1] ?? "";
  const accept = (path: string | null, more = {}) =>
    askFor(studio, {}, "POST", "/invitations/accept", { token: token(path), password: TEST_PASSWORD, ...more });
  expect((await askFor(studio, {}, "GET", "/session")).body).toMatchObject({ signIn: "on", empty: true, person: null });
  expect((await accept(first)).status).toBe(400);
  expect((await accept(again)).body.message).toMatch(/^name, email: /);
  const who = { name: "Ada Lovelace", email: "Ada@Example.com" };
  expect((await accept(again, who)).body).toEqual({ email: "ada@example.com" });
  expect((await accept(again, { ...who, name: "Eve" })).status).toBe(400);
  expect(firstAdminLink(studio.studio)).toBeNull();
  const cookie = await signInAs(studio, "ada@example.com");
  const session = await askFor(studio, cookie, "GET", "/session");
  expect(session.body).toMatchObject({
    empty: false,
    person: { name: "Ada Lovelace" },
    memberships: [{ project: "*", role: "admin" }],
  });
  // The actor header says nothing once somebody is signed in.
  const made = { id: "room", name: "Room" };
  expect((await askFor(studio, { ...cookie, "x-studio-actor": "mallory" }, "POST", "/projects", made)).status).toBe(200);
  expect((await events("project-created"))[0]?.actor).toBe("Ada Lovelace");
  // No secret is in the database: neither the link nor the password nor the key of the cookies.
  studio.studio.database.$client.pragma("wal_checkpoint(TRUNCATE)");
  const stored = readFileSync(join(studio.studio.dataFolder, "studio.sqlite"), "latin1");
  const keyFile = join(studio.studio.dataFolder, "secret");
  for (const secret of [token(again), TEST_PASSWORD, readFileSync(keyFile, "utf8").trim()]) expect(stored).not.toContain(secret);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
});

test("cookies are out of reach of scripts and other sites, and go over https alone where the sender came by it", async () => {
  await addPerson(studio, "Vic", [{ project: "*", role: "viewer" }]);
  vi.stubEnv("STUDIO_CLIENT_KEY", "k".repeat(20));
  const cookies = async (protocol: string) => {
    const headers = { "x-studio-client": `${"k".repeat(20)} ${protocol} 203.0.113.9` };
    const answer = await ask(studio, headers, "POST", "/auth/sign-in/email", {
      email: "vic@example.com",
      password: TEST_PASSWORD,
    });
    return answer.headers.getSetCookie();
  };
  const [plain = ""] = await cookies("http");
  expect(plain).toMatch(/^studio\.session_token=.*; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  expect((await cookies("https"))[0]).toMatch(/^__Secure-studio\.session_token=.*; HttpOnly; Secure; SameSite=Lax/);
});

test("an unknown e-mail, a wrong password and somebody without access are answered alike, and written down", async () => {
  const { id } = await addPerson(studio, "Vic", [{ project: "*", role: "viewer" }]);
  const wrong = await attempt("vic@example.com", "wrong password 123");
  const unknown = await attempt("evil\r\n2026-01-01 admin signed-in <script>@x".padEnd(190, "a"), "wrong password 123");
  await createCaller(studio.studio, "ada").people.change({ person: id, memberships: [], disabled: true });
  const disabled = await attempt("vic@example.com", TEST_PASSWORD);
  expect(wrong).toEqual({ status: 401, body: expect.objectContaining({ message: "The e-mail or the password is wrong." }) });
  expect([unknown, disabled]).toEqual([wrong, wrong]);
  const failed = await events("sign-in-failed");
  expect(failed.map(({ actor }) => actor)).toEqual(["nobody", "nobody", "nobody"]);
  const text = String(failed[1]?.detail.email);
  expect([text.length, /[\r\n]/.test(text)]).toEqual([100, false]);
  expect(JSON.stringify(failed)).not.toContain("wrong password 123");
});

test("somebody who loses access, or chooses another password, is signed out elsewhere at once", async () => {
  const { id, email } = await addPerson(studio, "Dev", [{ project: "*", role: "developer" }]);
  const [here, elsewhere] = [await signInAs(studio, email), await signInAs(studio, email)];
  const listed = (await askFor(studio, here, "GET", "/auth/list-sessions")).body;
  expect(listed.map((one: { current: boolean }) => one.current).sort()).toEqual([false, true]);
  expect(JSON.stringify(listed)).not.toContain(decodeURIComponent(elsewhere.cookie.split("=")[1] ?? "").split(".")[0]);
  const change = (current: string) =>
    askFor(studio, here, "POST", "/auth/change-password", { current, next: "another long password" });
  expect((await change("not the password")).status).toBe(400);
  expect((await change(TEST_PASSWORD)).status).toBe(200);
  expect((await askFor(studio, elsewhere, "GET", "/projects")).status).toBe(401);
  expect((await askFor(studio, here, "GET", "/projects")).status).toBe(200);
  await createCaller(studio.studio, "ada").people.change({ person: id, memberships: [], disabled: true });
  expect((await askFor(studio, here, "GET", "/projects")).status).toBe(401);
  expect((await events("password-changed"))[0]).toMatchObject({ actor: "Dev", detail: { ended: 1 } });
});

test("signing out ends the session in the studio as well as in the browser", async () => {
  const { email } = await addPerson(studio, "Dev", [{ project: "*", role: "developer" }]);
  const here = await signInAs(studio, email);
  const out = await ask(studio, here, "POST", "/auth/sign-out");
  expect(out.headers.getSetCookie()[0]).toMatch(/Max-Age=0/);
  expect((await askFor(studio, here, "GET", "/projects")).status).toBe(401);
  expect((await events("signed-out"))[0]?.actor).toBe("Dev");
});

test("guessing is slowed by the address of the socket, whatever the sender says of itself", async () => {
  vi.stubEnv("STUDIO_CLIENT_KEY", "k".repeat(20));
  const from = (address: string, index: number) => ({
    "x-studio-client": `${"k".repeat(20)} http ${address}`,
    "x-forwarded-for": `10.0.0.${index}`,
  });
  // Links that nobody made cost no work to refuse, and count with the attempts to sign in.
  const link = { token: "t".repeat(43), password: TEST_PASSWORD };
  const guess = (index: number) => askFor(studio, from("203.0.113.9", index), "POST", "/invitations/accept", link);
  const statuses: number[] = [];
  for (let index = 0; index < 31; index += 1) statuses.push((await guess(index)).status);
  expect([statuses.slice(0, 30).every((status) => status === 400), statuses[30]]).toEqual([true, 429]);
  expect((await attempt("nobody", "x", from("203.0.113.9", 99))).status).toBe(429);
  // A header that does not have the key of the server in front is no address.
  for (let index = 0; index < 30; index += 1) limitsOf(studio.studio).address.count("unknown");
  const forged = { "x-studio-client": `${"x".repeat(20)} http 198.51.100.1` };
  expect((await attempt("somebody", "x", forged)).status).toBe(429);
  expect((await attempt("somebody", "x", from("198.51.100.7", 1))).status).toBe(401);
});

test("guessing one account's password is slowed from all addresses together", async () => {
  for (let index = 0; index < 9; index += 1) limitsOf(studio.studio).account.count("ada@example.com");
  expect((await attempt(" Ada@example.com", "x")).status).toBe(401);
  const refused = await attempt("ada@example.com", "x");
  expect([refused.status, refused.body.message]).toEqual([429, "Too many attempts. Try again in 15 minutes."]);
});

test("an endpoint of the sign-in library that the studio does not need is not there", async () => {
  for (const [method, path] of [
    ["POST", "/auth/sign-up/email"],
    ["POST", "/auth/update-user"],
    ["POST", "/auth/delete-user"],
    ["POST", "/auth/forget-password"],
    ["GET", "/auth/get-session"],
    ["POST", "/auth/sign-in/social"],
    ["GET", "/auth/ok"],
  ] as const) {
    const answer = await askFor(studio, {}, method, path, method === "POST" ? {} : undefined);
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

test("a write with a cookie says where it comes from, and is no form", async () => {
  const { email } = await addPerson(studio, "Dev", [{ project: "*", role: "admin" }]);
  const { cookie } = await signInAs(studio, email);
  const post = (headers: Record<string, string>) =>
    askFor(studio, { cookie, ...headers }, "POST", "/projects", { id: "x", name: "X" }).then(({ status }) => status);
  expect(await post({ origin: "http://evil.example" })).toBe(403);
  expect(await post({ "sec-fetch-site": "same-site" })).toBe(403);
  expect(await post({ "content-type": "text/plain" })).toBe(415);
  expect(await post({ "content-type": "application/x-www-form-urlencoded" })).toBe(415);
  expect(await post({})).toBe(200);
});
