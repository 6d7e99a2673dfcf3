// `npm run bench -- <name> [options]`: one of the measurements of this folder, for example `npm run bench -- kernel --json`.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { prepare, root } from "../lib/cli/boot/setup.mjs";

const [name, ...options] = process.argv.slice(2);
const folder = join(root, "bench");
// A measurement says of itself how it is called; the other files are parts of one.
const names = readdirSync(folder).flatMap((file) => {
  const own = file.replace(/\.ts$/, "");
  return own !== file && readFileSync(join(folder, file), "utf8").includes(`npm run bench -- ${own}`) ? [own] : [];
});
if (name === undefined || !names.includes(name)) {
  process.stderr.write(`Name a measurement: ${names.join(", ")}\n`);
  process.exit(2);
}
try {
  await prepare({ build: false });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(3);
}
const child = spawn(
  process.execPath,
  ["--max-semi-space-size=64", "--conditions=react-server", "--import", "tsx", join(folder, `${name}.ts`), ...options],
  {
    stdio: "inherit",
    cwd: root,
    env: { ...process.env, STUDIO_ROOT: root, TSX_TSCONFIG_PATH: join(root, "tsconfig.json") },
  },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 3 : (code ?? 3)));
