import { describe, expect, it } from "vitest";
import { applyDraft, changeFile, fileState } from "./draft";

const base = { "harness.yaml": "name: a", "prompt/10-role.md": "Hi" };

describe("unsaved changes", () => {
  it("lays changed, added and deleted files over the version", () => {
    const draft = { "harness.yaml": "name: b", "prompt/10-role.md": null, "prompt/20-rules.md": "Be kind" };
    expect(applyDraft(base, draft)).toEqual({ "harness.yaml": "name: b", "prompt/20-rules.md": "Be kind" });
  });

  it("forgets a change that is typed back", () => {
    const draft = changeFile(base, {}, "harness.yaml", "name: b");
    expect(changeFile(base, draft, "harness.yaml", "name: a")).toEqual({});
  });

  it("forgets an added file that is deleted again", () => {
    const draft = changeFile(base, {}, "prompt/20-rules.md", "Be kind");
    expect(changeFile(base, draft, "prompt/20-rules.md", null)).toEqual({});
  });

  it("keeps an emptied file as a change, not as a deletion", () => {
    const draft = changeFile(base, {}, "harness.yaml", "");
    expect(fileState(base, draft, "harness.yaml")).toBe("changed");
  });

  it("tells the state of each file", () => {
    const draft = { "harness.yaml": "name: b", "prompt/10-role.md": null, "prompt/20-rules.md": "Be kind" };
    expect(fileState(base, draft, "harness.yaml")).toBe("changed");
    expect(fileState(base, draft, "prompt/10-role.md")).toBe("deleted");
    expect(fileState(base, draft, "prompt/20-rules.md")).toBe("added");
    expect(fileState(base, {}, "harness.yaml")).toBe("same");
  });
});
