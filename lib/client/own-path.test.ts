import { expect, test } from "vitest";
import { ownPath } from "./own-path";

test("a path of the studio is gone to, with its query", () => {
  expect(ownPath("/p/live-room/runs?show=wrong")).toBe("/p/live-room/runs?show=wrong");
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  "/.//evil",
  "",
  null,
  "/sign-in?to=/",
])("%s leads to the first page", (text) => {
  expect(ownPath(text)).toBe("/");
});
