// `npm test`: unit and API tests, then browser journeys on the production build. Ends with `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser } from "./browser.mjs";
import { prepare, root, run } from "./setup.mjs";

const reports = mkdtempSync(join(tmpdir(), "studio-tests-"));
const totals = { passed: 0, failed: 0, skipped: 0 };

function add(name, code, count) {
  let counted;
  try {
    counted = count(JSON.parse(readFileSync(join(reports, `${name}.json`), "utf8")));
  } catch {
    counted = { passed: 0, failed: 0, skipped: 0 };
  }
  // A runner that fails without a failed test (a crash, a broken file) must not count as a pass.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  for (const key of Object.keys(totals)) totals[key] += counted[key];
  process.stdout.write(`${name}: ${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped\n`);
}

async function unit() {
  const report = join(reports, "unit.json");
  const code = await run(process.execPath, [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  add("unit", code, (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests }));
}

async function journeys() {
  const found = await browser();
  if (!found.path) {
    process.stderr.write(`${found.missing}\n`);
    add("browser", 1, () => ({ passed: 0, failed: 1, skipped: 0 }));
    return;
  }
  const code = await run(process.execPath, [join(root, "node_modules/@playwright/test/cli.js"), "test"], {
    env: { CHROMIUM_PATH: found.path, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, "browser.json") },
  });
  add("browser", code, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }));
}

try {
  await prepare({ build: true });
  await unit();
  await journeys();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  totals.failed += 1;
}
rmSync(reports, { recursive: true, force: true });
process.stdout.write(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ""}\n`,
);
process.exit(totals.failed === 0 ? 0 : 1);
