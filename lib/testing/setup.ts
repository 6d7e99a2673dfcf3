import { afterEach, beforeEach, expect, vi } from "vitest";

let spy: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  spy = vi.spyOn(console, "error");
});

/** A `console.error` in a test fails it: an error nobody expected is a bug. */
afterEach(() => {
  const calls = spy.mock.calls;
  spy.mockRestore();
  expect(calls, "console.error was called").toEqual([]);
});
