// `npm run package -- <folder>`: a folder to run in production, built, without development dependencies, tests and benchmarks.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { prepare, root, stamp } from "./setup.mjs";

const TAKEN = [
  ...["app", "components", "db", "drizzle", "examples", "lib", "public", "README.md"],
  ...["package.json", "package-lock.json", "next.config.ts", "tsconfig.json", "proxy.ts"],
  ...["instrumentation.ts", "instrumentation-node.ts"],
];
/** Of a build: what only the next build reads. */
const BUILD_ONLY = new Set(["cache", "dev", "diagnostics", "trace", "trace-build", "types"]);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const [given] = process.argv.slice(2);
if (!given) fail("Name the folder to make: npm run package -- ../studio");
const folder = resolve(given);
if (folder === root || root.startsWith(folder + sep)) fail("The folder must not hold this checkout.");
if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty.`);

const isTest = (path) => /\.test\.tsx?$/.test(path) || path === join(root, "lib/testing");

/**
 * Packages that are there for development alone, as the lock file says. `devOptional` are those that a dependency would take
 * if they were there (test runners, the migration generator): they are here only because development needs them.
 */
function developmentPackages() {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(lock.packages).flatMap(([path, { dev, devOptional }]) =>
    path !== "" && (dev || devOptional) ? [path] : [],
  );
}

try {
  await prepare({ build: true });
  mkdirSync(folder, { recursive: true });
  for (const name of TAKEN) {
    if (existsSync(join(root, name)))
      cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !isTest(path) });
  }
  cpSync(join(root, ".next"), join(folder, ".next"), {
    recursive: true,
    filter: (path) => !(path.startsWith(join(root, ".next") + sep) && BUILD_ONLY.has(path.slice(join(root, ".next").length + 1))),
    verbatimSymlinks: true,
  });
  const left = new Set(developmentPackages());
  const inModules = join(root, "node_modules");
  cpSync(inModules, join(folder, "node_modules"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) =>
      !left.has(
        path
          .slice(root.length + 1)
          .split(sep)
          .join("/"),
      ) && ![".cache", ".package-lock.json"].includes(basename(path)),
  });
  const bin = join(folder, "node_modules/.bin");
  for (const name of readdirSync(bin)) if (!existsSync(join(bin, name))) rmSync(join(bin, name));
  const still = [...left].filter((path) => existsSync(join(folder, path)));
  if (still.length > 0) throw new Error(`Development packages are left in it: ${still.slice(0, 5).join(", ")}`);
  writeFileSync(join(folder, ".npmrc"), "omit=dev\n");
  stamp(folder);
  process.stdout.write(`${folder}\n${left.size} development packages left out. Start it: cd ${given} && npm start\n`);
} catch (error) {
  rmSync(folder, { recursive: true, force: true });
  fail(error instanceof Error ? error.message : String(error));
}
