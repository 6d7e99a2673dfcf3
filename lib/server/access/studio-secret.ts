import "server-only";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The key that signs the cookies of sessions: STUDIO_SECRET, or the file `secret` in the data folder, which is made where
 * there is none and which its owner alone may read. It is never in the database, so a copy of that signs nobody in.
 */
export function studioSecret(dataFolder: string, given = process.env.STUDIO_SECRET): string {
  if (given !== undefined && given !== "") return given;
  const path = join(/*turbopackIgnore: true*/ dataFolder, "secret");
  try {
    writeFileSync(path, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    // Made before, by this studio or by another process at the same moment.
    if (!(error instanceof Error) || !("code" in error) || error.code !== "EEXIST") throw error;
  }
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length < 32) throw new Error(`${path} holds no secret of 32 characters. Remove it, and a new one is made.`);
  return secret;
}
