import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Bundle } from "@/lib/contracts/harness";

/** SHA-256 of the text in UTF-8, lower-case hexadecimal, 64 characters. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Path → content hash, paths in code unit order. */
export function manifestOf(bundle: Bundle): Record<string, string> {
  return Object.fromEntries(
    Object.keys(bundle)
      .sort()
      .map((path) => [path, hashText(bundle[path] ?? "")]),
  );
}

/** Hash of a version: of the lines `hash  path` of its manifest, in code unit order of the paths. */
export function hashManifest(manifest: Record<string, string>): string {
  const lines = Object.keys(manifest)
    .sort()
    .map((path) => `${manifest[path]}  ${path}\n`);
  return hashText(lines.join(""));
}

/** Equal bundles have one hash, whatever the order of their files. */
export function hashBundle(bundle: Bundle): string {
  return hashManifest(manifestOf(bundle));
}
