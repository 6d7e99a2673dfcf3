import { ORPCError } from "@orpc/client";
import { describe, expect, it } from "vitest";
import { conflictOf, describeError } from "./describe-error";

describe("errors in words", () => {
  it("names the cause the API gave and the next step", () => {
    const error = new ORPCError("NOT_FOUND", { message: "There is no run run_1." });
    expect(describeError(error)).toEqual({
      cause: "There is no run run_1.",
      next: "Check the address, or go back to the list.",
    });
  });

  it("says that the studio cannot be reached where the network failed", () => {
    expect(describeError(new TypeError("Failed to fetch")).next).toContain("running");
  });

  it("keeps the message of an error of the page", () => {
    expect(describeError(new Error("The file is empty.")).cause).toBe("The file is empty.");
  });

  it("tells who moved something and when", () => {
    const data = { current: "rel_2", by: "Mei", at: "2026-01-01T00:00:00.000Z" };
    expect(conflictOf(new ORPCError("CONFLICT", { data }))).toEqual(data);
  });

  it("sees no conflict in other errors", () => {
    expect(conflictOf(new ORPCError("BAD_REQUEST"))).toBeNull();
    expect(conflictOf(null)).toBeNull();
  });
});
