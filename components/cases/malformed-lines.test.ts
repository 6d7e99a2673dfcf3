import { ORPCError } from "@orpc/client";
import { describe, expect, it } from "vitest";
import { malformedLines } from "./malformed-lines";

const refused = (data: unknown) => new ORPCError("UNPROCESSABLE_CONTENT", { message: "Some lines are malformed.", data });

describe("a refused case file", () => {
  it("tells each line and how many cases are well formed", () => {
    const error = refused({ diagnostics: [], lines: [{ line: 3, message: "no category" }], valid: 7 });
    expect(malformedLines(error)).toEqual({ lines: [{ line: 3, message: "no category" }], valid: 7 });
  });

  it("falls back to the message where no line is named", () => {
    expect(malformedLines(refused(undefined))).toEqual({
      lines: [{ line: 1, message: "Some lines are malformed." }],
      valid: null,
    });
  });

  it("is nothing for other errors", () => {
    expect(malformedLines(new ORPCError("NOT_FOUND"))).toBeNull();
    expect(malformedLines(new Error("x"))).toBeNull();
  });
});
