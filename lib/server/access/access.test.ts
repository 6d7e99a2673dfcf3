import { expect, test } from "vitest";
import { AttemptLimit } from "./attempt-limit";
import { clientOf } from "./client-address";
import { foldName, nameProblem, oneLine } from "./person-name";
import { signInMode, signInProblem } from "./sign-in-mode";

test.each([
  [{}, "off"],
  [{ STUDIO_HOST: "127.0.0.1" }, "off"],
  [{ STUDIO_HOST: " " }, "off"],
  [{ STUDIO_HOST: "127.0.0.1", STUDIO_AUTH: "on" }, "on"],
  [{ STUDIO_HOST: "0.0.0.0" }, "on"],
  [{ STUDIO_HOST: "0.0.0.0", STUDIO_AUTH: "off" }, "on"],
  [{ STUDIO_HOST: "127.0.0.1.evil.example" }, "on"],
  [{ STUDIO_AUTH: "none" }, "on"],
] as const)("with %o sign-in is %s", (env, mode) => {
  expect(signInMode(env)).toBe(mode);
});

test("a studio that everybody reaches does not start without sign-in, nor with a word that it does not know", () => {
  expect(signInProblem({ STUDIO_HOST: "0.0.0.0", STUDIO_AUTH: "off" })).toMatch(/STUDIO_AUTH=off .* STUDIO_HOST is 0\.0\.0\.0/);
  expect(signInProblem({ STUDIO_AUTH: "none" })).toMatch(/"on" or "off"/);
  expect(signInProblem({ STUDIO_SECRET: "short" })).toMatch(/32 characters/);
  expect(signInProblem({ STUDIO_HOST: "0.0.0.0" })).toBeNull();
});

test("names that look alike are one name, and names of the studio are nobody's", () => {
  expect(foldName("Ａda  LOVELACE")).toBe("ada lovelace");
  expect(nameProblem("ADA", ["ada"])).toMatch(/there is somebody/);
  for (const name of ["Local", "demo", "ｓｔｕｄｉｏ", "page", "A\u200bda", "a\u202eda", "Ada (token ci)", "\n"]) {
    expect([name, nameProblem(name, [])]).not.toEqual([name, null]);
  }
  expect(nameProblem("李小龙 O’Neill", ["Ada"])).toBeNull();
});

test("what a stranger sent is one bounded line", () => {
  expect(oneLine("a\r\nb\u2028c\u001b[31m")).toBe("a b c [31m");
});

test("an address is believed with the key of the server in front, and a household of IPv6 addresses is one", () => {
  const of = (header: string) => clientOf(new Headers({ "x-studio-client": header }), "key").address;
  expect(of("key http 203.0.113.9")).toBe("203.0.113.9");
  expect(of("yek http 203.0.113.9")).toBe("unknown");
  expect(of("key http ::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(of("key http 2001:db8:1:2:3::9")).toBe(of("key http 2001:db8:1:2::1"));
  expect(clientOf(new Headers({ "x-studio-client": " http 203.0.113.9" }), "").address).toBe("unknown");
});

test("a limit counts within its window, and a later window begins anew", () => {
  let now = 0;
  const limit = new AttemptLimit(2, 10_000, () => now);
  expect(limit.waitFor("a")).toBe(0);
  limit.count("a");
  limit.count("a");
  now = 4_000;
  expect([limit.waitFor("a"), limit.waitFor("b")]).toEqual([6, 0]);
  now = 10_000;
  expect(limit.waitFor("a")).toBe(0);
});
