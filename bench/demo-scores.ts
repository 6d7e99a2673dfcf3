/**
 * Accuracy and Effectiveness by category of a harness folder over a case file, on the embedded policy.
 * `npm run bench -- demo-scores examples/live-room/harnesses/react [dev|held-out] [seed] [--show category]`.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Bundle } from "../lib/contracts/harness";
import { parseCaseFile } from "../lib/datasets/parse-cases";
import { evaluateCase } from "../lib/evaluation/evaluate-case";
import { parseHarness } from "../lib/harness/parse";
import { createSandbox } from "../lib/server/sandbox/sandbox";
import { createEmbeddedModel } from "../lib/testing/embedded-model";

function readBundle(folder: string): Bundle {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return Object.fromEntries(
    files.filter((file) => statSync(file).isFile()).map((file) => [relative(folder, file), readFileSync(file, "utf8")]),
  );
}

const [folder = "examples/live-room/harnesses/modular", set = "dev", seedText = "1", ...flags] = process.argv.slice(2);
const shown = flags[0] === "--show" ? flags.slice(1) : [];
const { harness, diagnostics } = parseHarness(readBundle(folder));
for (const problem of diagnostics) console.log(`${problem.severity} ${problem.path}:${problem.line} ${problem.message}`);
if (!harness) process.exit(1);
const { cases, shared, problems } = parseCaseFile(readFileSync(`examples/live-room/cases/${set}.jsonl`, "utf8"));
for (const problem of problems) console.log(`line ${problem.line}: ${problem.message}`);
const sandbox = createSandbox();
const model = createEmbeddedModel();
const started = performance.now();
const byCategory = new Map<string, { accuracy: number; effectiveness: number; cases: number }>();
const failures = new Map<string, number>();
for (const item of cases) {
  const result = await evaluateCase({
    item,
    shared,
    harness,
    hash: "bench",
    model,
    sandbox,
    clock: performance,
    seed: Number(seedText),
  });
  const sum = byCategory.get(item.category) ?? { accuracy: 0, effectiveness: 0, cases: 0 };
  sum.accuracy += result.accuracy ?? 0;
  sum.effectiveness += result.effectiveness ?? 0;
  sum.cases += 1;
  byCategory.set(item.category, sum);
  for (const check of result.checks.filter(({ verdict }) => verdict === "failed")) {
    const key = `${item.category} ${check.id}`;
    failures.set(key, (failures.get(key) ?? 0) + 1);
  }
  if (!shown.includes(item.category) && !shown.includes(item.id)) continue;
  const { trajectory } = result;
  const actions = trajectory.steps.flatMap((step) => {
    if (step.type === "skill-load") return [`load ${step.skill}`];
    if (step.type === "tool-call")
      return [`${step.tool}(${JSON.stringify(step.arguments)})${step.outcome.ok ? "" : ` → ${step.outcome.error.message}`}`];
    if (step.type === "retry") return [`sent back: ${step.reason}`];
    return [];
  });
  const failed = result.checks.filter(({ verdict }) => verdict === "failed").map(({ id, why }) => `${id}: ${why}`);
  console.log(
    [
      `\n${item.id} ${result.accuracy}/${result.effectiveness} ${trajectory.stopReason}`,
      `  ? ${item.input.comments.map(({ text }) => text).join(" | ")}`,
      ...actions.map((action) => `  . ${action}`),
      `  > ${trajectory.reply}`,
      ...failed.map((why) => `  x ${why}`),
    ].join("\n"),
  );
}
const seconds = (performance.now() - started) / 1_000;
await sandbox.close();
const percent = (value: number, count: number) => ((100 * value) / Math.max(1, count)).toFixed(1).padStart(6);
const total = { accuracy: 0, effectiveness: 0, cases: 0 };
for (const [category, sum] of [...byCategory].sort(([a], [b]) => a.localeCompare(b))) {
  console.log(
    `${category.padEnd(22)}${String(sum.cases).padStart(4)} ${percent(sum.accuracy, sum.cases)} ${percent(sum.effectiveness, sum.cases)}`,
  );
  for (const key of ["accuracy", "effectiveness", "cases"] as const) total[key] += sum[key];
}
console.log(
  `${"all".padEnd(22)}${String(total.cases).padStart(4)} ${percent(total.accuracy, total.cases)} ${percent(total.effectiveness, total.cases)}  AVG ${percent(total.accuracy + total.effectiveness, 2 * total.cases)}  ${seconds.toFixed(1)} s`,
);
if (flags.includes("--failures"))
  for (const [key, count] of [...failures].sort((a, b) => b[1] - a[1])) console.log(`${String(count).padStart(4)} ${key}`);
