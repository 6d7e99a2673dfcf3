// Starts the studio for the browser journeys on an empty data folder in the system's temporary folder.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "studio-e2e-"));
process.env.STUDIO_DATA = folder;
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
await import("../lib/cli/boot/start.mjs");
