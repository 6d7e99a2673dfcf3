import { describe, expect, it } from "vitest";
import { groupFiles, groupOf, newFiles, shortName } from "./file-groups";

describe("files by kind", () => {
  it("orders the groups as a harness is read and leaves empty ones out", () => {
    const groups = groupFiles(["hooks/guard.js", "harness.yaml", "prompt/20-b.md", "prompt/10-a.md"]);
    expect(groups.map((group) => group.name)).toEqual(["Configuration", "Prompt", "Hooks"]);
    expect(groups[1]?.paths).toEqual(["prompt/10-a.md", "prompt/20-b.md"]);
  });

  it("calls a Skill by its folder", () => {
    expect(shortName("skills/price/SKILL.md")).toBe("price");
    expect(shortName("skills/price/table.md")).toBe("price/table.md");
  });

  it("counts only the top harness.yaml as configuration", () => {
    expect(groupOf("harness.yaml")).toBe("config");
    expect(groupOf("old/harness.yaml")).toBe("other");
  });

  it("begins a new tool as JSON with a schema", () => {
    const tool: unknown = JSON.parse(newFiles.tool.text("get_price"));
    expect(tool).toMatchObject({ name: "get_price", inputSchema: { type: "object" } });
  });
});
