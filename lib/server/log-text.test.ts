import { expect, it } from "vitest";
import { logText } from "./log-text";

it("lets no text pass for an entry of its own or steer the terminal", () => {
  const text = logText(new Error("bad\n2026-11-30 release-promoted by admin\r\u001b[2Jgone \u202etxt", { cause: "why\nnot" }));
  expect(text.split("\n").slice(1)).toSatisfy((lines: string[]) => lines.every((line) => line.startsWith("    ")));
  expect(text).toContain("\\u001b[2J");
  expect(text).toContain("\\u000d");
  expect(text).toContain("\\u202e");
  expect(logText("a\nb")).toBe("a\n    b");
});
