// Brings a checkout to the point where it can run: dependencies installed, native parts built, pages built.
// Uses nothing but Node itself, since it runs before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url)).replace(/\/$/, "");

const oldest = [20, 9];
const installStamp = join(root, "node_modules/.studio-install");
const buildStamp = join(root, ".next/studio-build");
const sources = ["app", "components", "db", "drizzle", "lib", "public"];
const settings = [
  "package.json",
  "package-lock.json",
  "next.config.ts",
  "tsconfig.json",
  "instrumentation.ts",
  "instrumentation-node.ts",
  "proxy.ts",
];

/** Says on the terminal what is going on, unless asked to be quiet (the command line's `--json` must print JSON alone). */
const say = (text) => process.stderr.write(`${text}\n`);

/** Runs a command in the project's root and resolves with its exit code; output goes to stderr. */
export function run(command, args, extra = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", 2, 2],
      ...extra,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...extra.env },
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

async function must(what, command, args, extra) {
  const code = await run(command, args, extra);
  if (code !== 0) throw new Error(`${what} failed (exit code ${code}); the output above says why.`);
}

function read(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    throw new Error(`Node ${oldest.join(".")} or later is needed; this is ${process.versions.node}.`);
  }
}

function installKey(folder = root) {
  return createHash("sha256")
    .update(read(join(folder, "package-lock.json")))
    .update(`${process.versions.modules} ${process.platform} ${process.arch}`)
    .digest("hex");
}

function buildKey(folder = root) {
  const hash = createHash("sha256").update(installKey(folder));
  const visit = (path) => {
    for (const name of readdirSync(path).sort()) {
      const child = join(path, name);
      if (statSync(child).isDirectory()) visit(child);
      else if (!/\.test\.tsx?$/.test(name)) hash.update(child.slice(folder.length)).update(readFileSync(child));
    }
  };
  for (const source of sources) if (existsSync(join(folder, source))) visit(join(folder, source));
  for (const file of settings) hash.update(file).update(read(join(folder, file)));
  return hash.digest("hex");
}

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

async function buildPages() {
  await must("Building the pages", process.execPath, [join(root, "node_modules/next/dist/bin/next"), "build"]);
  writeFileSync(buildStamp, buildKey());
}

/** Says of another folder that it is installed and built from the sources that are in it. */
export function stamp(folder) {
  writeFileSync(join(folder, "node_modules/.studio-install"), installKey(folder));
  writeFileSync(join(folder, ".next/studio-build"), buildKey(folder));
}

/**
 * Installs dependencies and builds the pages where either is missing or stale. On a fresh checkout the native database
 * driver compiles while the pages build, since neither needs the other.
 * @param {{ build: boolean }} wanted whether the pages are needed
 */
export async function prepare({ build }) {
  requireNode();
  const stale = read(installStamp) !== installKey();
  if (stale) {
    say("Installing dependencies (once; one to three minutes)");
    await must("Installing dependencies", npm, ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
  }
  const work = [];
  if (stale) {
    say("Building the database driver");
    work.push(must("Building native dependencies", npm, ["rebuild", "--loglevel=error"]));
  }
  if (build && (stale || read(buildStamp) !== buildKey())) {
    say("Building the pages (about a minute)");
    mkdirSync(join(root, ".next"), { recursive: true });
    work.push(buildPages());
  }
  const outcomes = await Promise.allSettled(work);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  if (stale) writeFileSync(installStamp, installKey());
}
