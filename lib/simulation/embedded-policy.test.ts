import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Case } from "@/lib/contracts/case";
import type { Bundle } from "@/lib/contracts/harness";
import { parseCaseFile } from "@/lib/datasets/parse-cases";
import { evaluateCase } from "@/lib/evaluation/evaluate-case";
import { parseHarness } from "@/lib/harness/parse";
import type { HookSandbox } from "@/lib/kernel/ports";
import { createEmbeddedModel } from "@/lib/testing/embedded-model";

const room = new URL("../../examples/live-room/", import.meta.url).pathname;
const { cases, shared } = parseCaseFile(readFileSync(`${room}cases/dev.jsonl`, "utf8"));
/** Hooks are left out of the bundles here: what is tested is the policy's reading of texts. */
const noHooks: HookSandbox = { run: async () => ({ ok: true, value: { decision: "allow" }, durationMs: 0 }) };
const SEEDS = [1, 2];

function readModular(): Bundle {
  const folder = `${room}harnesses/modular`;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return Object.fromEntries(
    files
      .filter((file) => statSync(file).isFile() && !file.includes("/hooks/"))
      .map((file) => [relative(folder, file), readFileSync(file, "utf8")]),
  );
}

/** Mean of Accuracy and Effectiveness in percent over the cases and seeds. */
async function average(bundle: Bundle, items: readonly Case[], seeds = SEEDS): Promise<number> {
  const { harness } = parseHarness(bundle);
  if (!harness) throw new Error("the bundle does not parse");
  let sum = 0;
  for (const seed of seeds) {
    for (const item of items) {
      const run = {
        item,
        shared,
        harness,
        hash: "test",
        model: createEmbeddedModel(),
        sandbox: noHooks,
        clock: performance,
        seed,
      };
      const { accuracy, effectiveness } = await evaluateCase(run);
      sum += (accuracy ?? 0) + (effectiveness ?? 0);
    }
  }
  return (50 * sum) / (items.length * seeds.length);
}

function edited(bundle: Bundle, path: string, edit: (text: string) => string): Bundle {
  const text = bundle[path];
  if (text === undefined) throw new Error(`no ${path}`);
  const after = edit(text);
  expect(after).not.toBe(text);
  return { ...bundle, [path]: after };
}

/** Every Skill and tool under a name that says nothing, everywhere that it stands. */
function renamed(bundle: Bundle): Bundle {
  const names = Object.keys(bundle).flatMap((path) => /^(?:skills|tools)\/([^/.]+)/.exec(path)?.[1] ?? []);
  const fresh = new Map(
    [...new Set(names)].map((name, index) => [name, `${name.includes("_") ? "unit_q" : "part-q"}${index + 11}`]),
  );
  const text = (before: string) =>
    [...fresh].reduce(
      (whole, [name, other]) =>
        /[-_]/.test(name) ? whole.replaceAll(name, other) : whole.replace(`name: ${name}\n`, `name: ${other}\n`),
      before,
    );
  const path = (before: string) =>
    before.replace(/^(skills|tools)\/([^/.]+)/, (_, kind: string, name: string) => `${kind}/${fresh.get(name) ?? name}`);
  return Object.fromEntries(
    Object.entries(bundle).map(([name, content]) => [
      path(name),
      path(name) === name && !name.startsWith("prompt/") ? content : text(content),
    ]),
  );
}

const OVERLAPPING = ["price", "stock", "delivery", "return", "promotion", "gift", "member", "order", "payment", "link"].flatMap(
  (matter) => [
    `- When a viewer asks about ${matter}, mention the name of the product and add a warm word.`,
    `- For ${matter} questions, invite the viewer to ask more and thank them.`,
    `- In every ${matter} answer, state the conditions and name the link number.`,
  ],
);

describe("the embedded policy, through the kernel and the checks", () => {
  const modular = readModular();
  const sample = cases.filter((_, index) => index % 5 === 0);
  let base = 0;
  beforeAll(async () => {
    base = await average(modular, sample);
  }, 120_000);

  test("renaming every Skill, tool and case id leaves the scores where they are", async () => {
    const items = sample.map((item, index) => ({ ...item, id: `case-${index}`, category: "any" }));
    expect(Math.abs((await average(renamed(modular), items)) - base)).toBeLessThan(2);
  });

  test("deleting the rule about being human lowers the identity category", async () => {
    const identity = cases.filter((item) => item.category === "identity");
    const without = edited(modular, "prompt/20-boundaries.md", (text) =>
      text.replace(/^- When a viewer asks whether you are human.*\n/m, ""),
    );
    expect(await average(modular, identity)).toBeGreaterThan((await average(without, identity)) + 5);
  });

  test("deleting the price rule of a Skill that names the tool lowers the price category or leaves it, never raises it", async () => {
    const priced = cases.filter((item) => item.category === "price");
    const without = edited(modular, "skills/price-and-stock/SKILL.md", (text) =>
      text.replace(/^- When a viewer asks for the price.*\n/m, ""),
    );
    expect(await average(without, priced)).toBeLessThanOrEqual(await average(modular, priced));
  });

  test("thirty overlapping rules lower the rest", async () => {
    const piled = edited(modular, "prompt/20-boundaries.md", (text) => `${text}\n${OVERLAPPING.join("\n")}\n`);
    expect(await average(piled, sample)).toBeLessThan(base - 1.5);
  });

  test("a rule that asks for it makes the policy answer every comment", async () => {
    const several = cases.filter((item) => item.category === "several-comments");
    const told = edited(
      modular,
      "prompt/20-boundaries.md",
      (text) => `${text}- When several comments arrive together, answer each of them in turn.\n`,
    );
    expect(await average(told, several)).toBeGreaterThan((await average(modular, several)) + 3);
  });

  test("a rule about language makes it answer Chinese in Chinese", async () => {
    const chinese = cases.filter((item) => item.language === "zh");
    const told = edited(modular, "prompt/50-style.md", (text) => `${text}- Reply in the language of the viewer.\n`);
    expect(await average(told, chinese)).toBeGreaterThan((await average(modular, chinese)) + 3);
  });

  test("two seeds differ by a few points of cases, not by many", async () => {
    const [first, second] = [await average(modular, sample, [11]), await average(modular, sample, [12])];
    expect(Math.abs(first - second)).toBeLessThan(8);
  });

  test("equal seeds give equal scores", async () => {
    expect(await average(modular, sample.slice(0, 30), [5])).toBe(await average(modular, sample.slice(0, 30), [5]));
  });
});
