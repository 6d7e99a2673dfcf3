import { describe, expect, it } from "vitest";
import { resultOrigin } from "./result-origin";

const row = { attempts: 1, reusedFrom: null };

describe("where a result comes from", () => {
  it("needs no word for a case that was run once", () => {
    expect(resultOrigin(row, null)).toBeNull();
  });

  it("says how often a case was tried", () => {
    expect(resultOrigin({ ...row, attempts: 3 }, null)?.text).toContain("Tried 3 times");
  });

  it("says that a result was taken over, and from where", () => {
    expect(resultOrigin({ ...row, attempts: 0, reusedFrom: "run_old" }, null)).toMatchObject({ run: "run_old" });
    expect(resultOrigin({ ...row, reusedFrom: "run_old" }, null)?.text).toContain("no measurement");
  });

  it("tells a reply that was judged anew from a result that was taken over", () => {
    expect(resultOrigin({ ...row, reusedFrom: "run_old" }, "run_old")?.text).toContain("only the judge was called");
  });

  it("says that a case never ran", () => {
    expect(resultOrigin({ ...row, attempts: 0 }, null)?.text).toBe("Never run.");
  });
});
