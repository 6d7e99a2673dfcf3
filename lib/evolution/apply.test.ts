import { describe, expect, it } from "vitest";
import type { EntryStatus, Operation } from "@/lib/contracts/evolution";
import { hashText } from "@/lib/harness/hash";
import { applyOperations } from "@/lib/harness/operations";
import { SAMPLE_BUNDLE } from "@/lib/testing/evolution-samples";
import { applyEntries, editedOperations } from "./apply";

const SKILL = "skills/loans/SKILL.md";
const anchor = (text: string) => ({ path: SKILL, baseHash: hashText(SAMPLE_BUNDLE[SKILL] ?? ""), text, count: 1 as const });
const entry = (id: string, order: number, operations: Operation[], status: EntryStatus = "accepted") => ({
  id,
  order,
  status,
  operations,
});
const add = (text: string): Operation => ({ op: "insert-after", anchor: anchor("- Be friendly.\n"), text });

describe("applyEntries", () => {
  it("applies accepted and edited entries in their order and leaves the others", () => {
    const result = applyEntries(SAMPLE_BUNDLE, [
      entry("second", 2, [add("- Two.\n")], "edited"),
      entry("first", 1, [add("- One.\n")]),
      entry("no", 3, [add("- No.\n")], "rejected"),
      entry("open", 4, [add("- Open.\n")], "proposed"),
    ]);
    expect(result.applied).toEqual(["first", "second"]);
    expect(result.bundle[SKILL]).toContain("- Be friendly.\n- Two.\n- One.\n");
    expect(result.bundle[SKILL]).not.toContain("No.");
    expect(result.bundle[SKILL]).not.toContain("Open.");
  });

  it("reports an entry whose anchor an earlier one took away, and applies the rest", () => {
    const result = applyEntries(SAMPLE_BUNDLE, [
      entry("cuts", 1, [{ op: "delete", anchor: anchor("- Be friendly.\n") }]),
      entry("late", 2, [add("- Two.\n")]),
      entry("other", 3, [{ op: "create-file", path: "notes.md", text: "x\n" }]),
    ]);
    expect(result.applied).toEqual(["cuts", "other"]);
    expect(result.conflicts).toMatchObject([{ entry: "late", diagnostics: [{ code: "anchor-missing", path: SKILL }] }]);
  });

  it("applies an entry as a whole or not at all", () => {
    const half = [add("- One.\n"), { op: "delete", anchor: anchor("not there") } satisfies Operation];
    const result = applyEntries(SAMPLE_BUNDLE, [entry("half", 1, half)]);
    expect(result.bundle).toEqual(SAMPLE_BUNDLE);
    expect(result.conflicts).toHaveLength(1);
  });
});

describe("editedOperations", () => {
  it("gives anchored operations that lead to the text a person wrote", () => {
    const text = (SAMPLE_BUNDLE[SKILL] ?? "").replace("- Be friendly.", "- Be friendly and quick.");
    const operations = editedOperations(SAMPLE_BUNDLE, [add("- One.\n")], { [SKILL]: text });
    const applied = applyOperations(SAMPLE_BUNDLE, operations);
    expect(applied).toEqual({ ok: true, bundle: { ...SAMPLE_BUNDLE, [SKILL]: text } });
  });

  it("keeps what the entry does to files that the person left alone, and deletes where asked", () => {
    const operations = editedOperations(SAMPLE_BUNDLE, [add("- One.\n")], { "skills/rooms/SKILL.md": null });
    const applied = applyOperations(SAMPLE_BUNDLE, operations);
    expect(applied.ok && applied.bundle[SKILL]).toContain("- One.");
    expect(applied.ok && "skills/rooms/SKILL.md" in applied.bundle).toBe(false);
  });
});
