import { expect, test } from "vitest";
import { actorOf } from "./actor";

const named = (value: string) => new Headers({ "x-studio-actor": value });

test("decodes a percent-encoded name", () => {
  expect(actorOf(named(encodeURIComponent("李雷")))).toBe("李雷");
});

test("is local where none is given", () => {
  expect(actorOf(new Headers())).toBe("local");
});

test.each(["%E4%BD", "a%0Ab", "a".repeat(101)])("refuses %s", (value) => {
  expect(() => actorOf(named(value))).toThrow(/x-studio-actor/);
});
