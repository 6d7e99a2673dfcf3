import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder of a test's own. */
export function openTestFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "studio-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
