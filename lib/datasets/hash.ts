import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Case, FixtureTables } from "@/lib/contracts/case";
import type { JsonObject } from "@/lib/contracts/ids";
import type { FaqEntry } from "@/lib/contracts/serving";
import { canonicalJson } from "./canonical-json";
import { withoutEmptyParts } from "./empty-parts";

/**
 * SHA-256 (hexadecimal) of the content of a data set: its cases as a set and its shared tables. The order of cases and of
 * keys does not count; every value does.
 */
export function hashDataset(cases: Case[], shared: FixtureTables): string {
  const digest = sha256.create();
  digest.update(utf8ToBytes(`cases-v1\n${canonicalJson(shared)}\n`));
  const sorted = cases.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  for (const item of sorted) digest.update(utf8ToBytes(`${canonicalJson(withoutEmptyParts(item))}\n`));
  return bytesToHex(digest.digest());
}

/** SHA-256 (hexadecimal) of a FAQ; the order of its entries counts, since it ranks equal ones. */
export function hashFaq(entries: readonly FaqEntry[]): string {
  return bytesToHex(sha256(utf8ToBytes(`faq-v1\n${canonicalJson(entries)}`)));
}

/** SHA-256 (hexadecimal) of what a case asks: its comments as given, folded by the caller, and its context. */
export function hashInput(comments: string, context: JsonObject): string {
  return bytesToHex(sha256(utf8ToBytes(`input-v1\n${canonicalJson(context)}\n${comments}`)));
}
