import "server-only";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import type { Studio } from "../studio";

/** A plain module that no bundler may touch, found by the root of the project. */
function workerPath(): string {
  const root = process.env.STUDIO_ROOT ?? process.cwd();
  const fromRoot = join(/*turbopackIgnore: true*/ root, "lib", "server", "storage", "integrity-worker.mjs");
  if (existsSync(/*turbopackIgnore: true*/ fromRoot)) return fromRoot;
  return join(/*turbopackIgnore: true*/ dirname(fileURLToPath(import.meta.url)), "integrity-worker.mjs");
}

/** What is wrong with a data file; nothing where it is sound. Reads all of it, in a thread of its own. */
export function problemsOf(path: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(/*turbopackIgnore: true*/ workerPath(), { workerData: { path } });
    // A studio that stops waits for no check.
    worker.unref();
    worker.once("message", (found) => resolve(z.array(z.string()).parse(found)));
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the check of the data file ended without a finding")));
  });
}

/** From this size on a check takes long enough to be told of. */
const TOLD_BYTES = 1_000_000_000;

/** Checks the studio's data file in the background; what is found becomes the state of its storage. Never rejects. */
export async function checkIntegrity(
  studio: Studio,
  say = (text: string) => void process.stdout.write(`${text}\n`),
): Promise<void> {
  const path = studio.database.$client.name;
  try {
    const { size } = statSync(path);
    const startedAt = performance.now();
    const gigabytes = (size / 1e9).toFixed(1);
    if (size > TOLD_BYTES) say(`Checking the data file, ${gigabytes} GB, in the background; the studio serves meanwhile.`);
    studio.storage.checked(await problemsOf(path));
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    if (size > TOLD_BYTES) say(`The check of ${gigabytes} GB took ${seconds} s.`);
  } catch (error) {
    if (!studio.storage.note(error)) studio.report(error);
  }
}
