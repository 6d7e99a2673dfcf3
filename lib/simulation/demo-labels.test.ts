import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCatalogue } from "@/examples/live-room/generate";
import { generateLabels } from "@/examples/live-room/labels/generate";
import { parseLabels } from "@/lib/datasets/labels/parse-labels";
import { parseHarness } from "@/lib/harness/parse";

const file = (name: string) => readFileSync(new URL(`../../examples/live-room/labels/${name}.jsonl`, import.meta.url), "utf8");
const dev = parseLabels(file("dev"));
const heldOut = parseLabels(file("held-out"));

describe("the demo room's labelled replies", () => {
  test("are what the generator makes, byte for byte", () => {
    const made = generateLabels(readCatalogue());
    expect(made.dev === file("dev")).toBe(true);
    expect(made.heldOut === file("held-out")).toBe(true);
  });

  test("parse without a problem, hold 180 and 120 replies, and ask nothing twice", () => {
    expect([...dev.problems, ...heldOut.problems]).toEqual([]);
    expect([dev.cases.length, heldOut.cases.length]).toEqual([180, 120]);
    const asked = [...dev.cases, ...heldOut.cases].map((item) =>
      item.input.comments.map(({ text }) => text.toLowerCase()).join("\n"),
    );
    expect(new Set(asked).size).toBe(asked.length);
  });

  test("have every label in either set, none of them nearly alone", () => {
    for (const { cases } of [dev, heldOut]) {
      const share = (label: string, value: number) =>
        cases.filter((item) =>
          item.checks.some((check) => check.kind === "human-label" && check.label === label && check.value === value),
        ).length / cases.length;
      for (const value of [0, 1]) expect(share("accuracy", value)).toBeGreaterThan(0.25);
      for (const value of [0, 0.5, 1]) expect(share("effectiveness", value)).toBeGreaterThan(0.08);
    }
  });
});

test.each(["early-judge", "reply-judge"])("%s parses without a problem", (name) => {
  const folder = join("examples/live-room/judges", name);
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(folder, path)).isFile());
  const { harness, diagnostics } = parseHarness(
    Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), "utf8")])),
  );
  expect(diagnostics).toEqual([]);
  expect(harness?.config.kind).toBe("judge");
});
