import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * Id of a case that has none: from its content, so that the case keeps it when rows are put before it. The second case of
 * equal content gets `-2`, and so on; `taken` tells the ids there are.
 */
export function contentId(content: readonly unknown[], taken: (id: string) => boolean): string {
  const base = `c-${bytesToHex(sha256(utf8ToBytes(JSON.stringify(content)))).slice(0, 12)}`;
  let id = base;
  for (let copy = 2; taken(id); copy++) id = `${base}-${copy}`;
  return id;
}

/** `zh` for a text with Chinese characters, else `en`. */
export const guessLanguage = (text: string): "en" | "zh" => (/\p{Script=Han}/u.test(text) ? "zh" : "en");
