// `npm run studio -- <command>`: the command line. Sets up dependencies where they are missing.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { prepare, root } from "./setup.mjs";

try {
  await prepare({ build: false });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(3);
}

const child = spawn(
  process.execPath,
  ["--conditions=react-server", "--import", "tsx", join(root, "lib/cli/main.ts"), ...process.argv.slice(2)],
  { stdio: "inherit", env: { ...process.env, STUDIO_ROOT: root, TSX_TSCONFIG_PATH: join(root, "tsconfig.json") } },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 3 : (code ?? 3)));
