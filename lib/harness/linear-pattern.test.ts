import { describe, expect, it } from "vitest";
import { isQuickPattern, MAX_TESTED } from "./linear-pattern";

describe("a pattern that is surely quick", () => {
  it.each([
    "^[a-z0-9_-]+$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^(?:open|closed|in progress)$",
    "^(?<year>\\d{4})(-\\d\\d)?$",
    "\\d+",
    "^[\\w.]+@[\\w.]+$",
    "^\\p{L}+ \\u{1F600}?$",
    "[\\]a-z]{1,64}",
    "^(ab)+$",
    "",
  ])("%s is tried", (pattern) => {
    expect(isQuickPattern(pattern)).toBe(true);
    const begun = performance.now();
    for (const unit of ["a", "0", "ab", "a@"]) new RegExp(pattern, "u").test(`${unit.repeat(MAX_TESTED).slice(1, MAX_TESTED)}!`);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

describe("a pattern that may be slow", () => {
  it.each([
    "^(a+)+$",
    "^(a|aa)+$",
    "^(a?){30}b",
    "^((a{2}){2})+$",
    `^${"a?".repeat(40)}b`,
    `^${"(a|a)".repeat(30)}b`,
    `^${".*".repeat(4)}x$`,
    "^(a)\\1$",
    "^(?<x>a)\\k<x>$",
    "^(?=a)a",
    "^(?!a)b",
    "(?<=a)b",
    "^(?:(?:(?:){1000}){1000}){1000}$",
    "^(?:){4000000000}",
    `^${"a".repeat(200)}`,
    "(",
  ])("%s is not tried", (pattern) => expect(isQuickPattern(pattern)).toBe(false));
});
