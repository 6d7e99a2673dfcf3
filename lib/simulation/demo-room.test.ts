import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generate, readCatalogue } from "@/examples/live-room/generate";
import { parseCaseFile } from "@/lib/datasets/parse-cases";
import { parseHarness } from "@/lib/harness/parse";

const file = (name: string) => readFileSync(new URL(`../../examples/live-room/cases/${name}.jsonl`, import.meta.url), "utf8");
const dev = parseCaseFile(file("dev"));
const heldOut = parseCaseFile(file("held-out"));
const all = [...dev.cases, ...heldOut.cases];

describe("the demo room's case files", () => {
  test("are what the generator makes, byte for byte", () => {
    const made = generate(readCatalogue());
    expect(made.dev === file("dev")).toBe(true);
    expect(made.heldOut === file("held-out")).toBe(true);
  });

  test("parse without a problem and hold 482 and 300 cases", () => {
    expect([...dev.problems, ...heldOut.problems]).toEqual([]);
    expect(dev.cases).toHaveLength(482);
    expect(heldOut.cases).toHaveLength(300);
  });

  test("cover at least 18 categories, each in both sets", () => {
    const categories = new Set(dev.cases.map((item) => item.category));
    expect(categories.size).toBeGreaterThanOrEqual(18);
    expect(new Set(heldOut.cases.map((item) => item.category))).toEqual(categories);
  });

  test("hold a tenth of Chinese cases", () => {
    for (const { cases } of [dev, heldOut]) {
      const share = cases.filter((item) => item.language === "zh").length / cases.length;
      expect(share).toBeGreaterThan(0.08);
      expect(share).toBeLessThan(0.12);
    }
  });

  test("hold no two comments alike, across both sets", () => {
    const comments = all.flatMap((item) =>
      item.input.comments.map(({ text }) =>
        text
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, " ")
          .trim(),
      ),
    );
    expect(new Set(comments).size).toBe(comments.length);
  });

  test("check Accuracy and Effectiveness in every case", () => {
    for (const item of all) expect(new Set(item.checks.map((check) => check.metric)).size, item.id).toBe(2);
  });

  test("mark identity cases as P0", () => {
    expect(all.filter((item) => item.category === "identity").every((item) => item.priority === "P0")).toBe(true);
  });

  test("the catalogue has at least 30 products with every kind of data", () => {
    const { products } = readCatalogue();
    expect(products.length).toBeGreaterThanOrEqual(30);
    for (const product of products) {
      expect(product.price).toBeGreaterThan(0);
      expect(Object.keys(product.attributes).length).toBeGreaterThanOrEqual(3);
      expect(product.faq.answer.en).not.toBe("");
      expect(product.afterSales.returnDays).toBeGreaterThan(0);
    }
  });
});

describe("the demo room's harnesses", () => {
  const folder = "examples/live-room/harnesses";
  const bundleOf = (name: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(join(folder, name), { recursive: true })
        .map(String)
        .filter((path) => statSync(join(folder, name, path)).isFile())
        .map((path) => [path, readFileSync(join(folder, name, path), "utf8")]),
    );

  test.each(readdirSync(folder))("%s parses without a problem", (name) => {
    expect(parseHarness(bundleOf(name)).diagnostics).toEqual([]);
  });

  test("delegating is modular but for its settings and its module", () => {
    const { "harness.yaml": settings, "modules/action.js": module, ...rest } = bundleOf("delegating");
    const { "harness.yaml": others, ...modular } = bundleOf("modular");
    expect(rest).toEqual(modular);
    expect([settings !== others, module !== undefined]).toEqual([true, true]);
  });
});
