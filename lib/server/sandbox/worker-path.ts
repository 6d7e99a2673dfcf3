import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Absolute path of the worker file. It is a plain module that no bundler may touch, so it is found by the project root: the
 * working directory of the studio, or STUDIO_ROOT.
 */
export function workerPath(): string {
  const root = process.env.STUDIO_ROOT ?? process.cwd();
  const fromRoot = join(/*turbopackIgnore: true*/ root, "lib", "server", "sandbox", "hook-worker.mjs");
  if (existsSync(/*turbopackIgnore: true*/ fromRoot)) return fromRoot;
  return join(/*turbopackIgnore: true*/ dirname(fileURLToPath(import.meta.url)), "hook-worker.mjs");
}
