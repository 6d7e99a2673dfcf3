// `npm run check`: format and lint, types, dependency rules, unused code, migration drift. All of them run; one failure fails it.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare, root } from "./setup.mjs";

await prepare({ build: false });

const bin = (name) => join(root, "node_modules/.bin", name);
const call = (name, args) =>
  spawnSync(bin(name), args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
    maxBuffer: 64 * 1024 * 1024,
  });
const plain = (name, args) => {
  const { status, stdout, stderr } = call(name, args);
  return { ok: status === 0, output: `${stdout}${stderr}` };
};

function dependencyRules() {
  const { ok, output } = plain("depcruise", [
    "lib",
    "app",
    "components",
    "db",
    "--config",
    ".dependency-cruiser.cjs",
    "--output-type",
    "err-long",
  ]);
  const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0);
  // A cruiser that cannot read the sources passes everything.
  return { ok: ok && modules > 100, output: `${output}\n${modules} modules were read` };
}

function migrationDrift() {
  // Relative, since drizzle-kit resolves its folders against the working folder.
  const copy = mkdtempSync(join(tmpdir(), "studio-drift-"));
  try {
    cpSync(join(root, "drizzle"), copy, { recursive: true });
    const before = readdirSync(copy).length;
    const { ok, output } = plain("drizzle-kit", ["generate", "--dialect", "sqlite", "--schema", "./db/schema.ts", "--out", copy]);
    const drifted = readdirSync(copy).length !== before;
    return {
      ok: ok && !drifted,
      output: drifted ? `${output}\nThe schema has changes without a migration: run npx drizzle-kit generate` : output,
    };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const checks = [
  ["format and lint", () => plain("biome", ["ci", "--colors=off", "."])],
  ["page types", () => plain("next", ["typegen"])],
  ["types", () => plain("tsc", ["--noEmit", "-p", "."])],
  ["dependency rules", dependencyRules],
  ["unused code", () => plain("knip", ["--no-progress"])],
  ["migration drift", migrationDrift],
];

let failed = 0;
for (const [name, check] of checks) {
  const { ok, output } = check();
  process.stdout.write(`${ok ? "ok  " : "FAIL"} ${name}\n`);
  if (!ok) {
    failed += 1;
    process.stdout.write(`${output.trim()}\n`);
  }
}
process.exit(failed === 0 ? 0 : 1);
