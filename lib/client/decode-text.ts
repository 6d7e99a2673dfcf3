import type { ImportFormat } from "@/lib/contracts/case-import";

export interface DecodedText {
  text: string;
  /** How it was read, for a person: "UTF-8", "UTF-16" or "GB18030". */
  encoding: string;
  /** Characters that could not be read and stand as U+FFFD. */
  damaged: number;
}

const starts = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);

/**
 * Reads the bytes of a text file: UTF-8, UTF-16 by its byte order mark, or else GB18030, which spreadsheets in Chinese write.
 * A text that is UTF-8 but for a few bytes stays UTF-8. The mark itself is no part of the text.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (starts(bytes, 0xff, 0xfe)) return decoded(bytes, "utf-16le", "UTF-16");
  if (starts(bytes, 0xfe, 0xff)) return decoded(bytes, "utf-16be", "UTF-16");
  const utf8 = decoded(bytes, "utf-8", "UTF-8");
  if (utf8.damaged === 0) return utf8;
  const wellRead = (utf8.text.match(/[\u0080-\ufffc]/g)?.length ?? 0) > 4 * utf8.damaged;
  const gb = wellRead ? null : decoded(bytes, "gb18030", "GB18030");
  return gb !== null && gb.damaged < utf8.damaged ? gb : utf8;
}

function decoded(bytes: Uint8Array, label: string, encoding: string): DecodedText {
  const text = new TextDecoder(label).decode(bytes);
  return { text, encoding, damaged: text.includes("\ufffd") ? (text.match(/\ufffd/g)?.length ?? 0) : 0 };
}

/** The likely format of a case file, by its name and its beginning. */
export function guessFormat(fileName: string, text: string): ImportFormat {
  const first = firstRecord(text.trimStart());
  if (looksLabelled(first)) return "labels";
  if (first.startsWith("{") && /"instruction_id_list"\s*:\s*\[/.test(first)) return "ifeval";
  if (/\.(csv|tsv)$/i.test(fileName)) return "csv";
  const head = text.slice(0, 20_000).trimStart();
  if (!/^[[{]/.test(head)) return /\.(jsonl|ndjson|json)$/i.test(fileName) ? "jsonl" : "csv";
  const firstEntry = head.startsWith("[") ? head : (head.split("\n", 1)[0] ?? "");
  return /"messages"\s*:/.test(firstEntry) && !/"comments"\s*:|"checks"\s*:/.test(firstEntry) ? "chat" : "jsonl";
}

/** The first line but that of returns shared by all, which may be long. */
function firstRecord(text: string): string {
  const from = /^\{\s*"shared"\s*:/.test(text) ? text.indexOf("\n") + 1 : 0;
  return text.slice(from, from + 20_000).split("\n", 1)[0] ?? "";
}

/** The line names a reply and a label: a record of a labels file, or the header of a table of them. */
function looksLabelled(first: string): boolean {
  if (first.startsWith("{")) return /"reply"\s*:/.test(first) && /"(?:accuracy|effectiveness)"\s*:\s*[\d.n]/.test(first);
  return /\breply\b|回复/i.test(first) && /\b(?:accuracy|effectiveness)\b|准确性|有效性/i.test(first);
}
