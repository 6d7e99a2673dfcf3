import type { Case } from "@/lib/contracts/case";
import type { Diagnostic } from "@/lib/contracts/harness";

const normalise = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether `text` contains `phrase` as whole words; both normalised. */
const containsWhole = (text: string, phrase: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped(phrase)}(?![\\p{L}\\p{N}_-])`, "u").test(text);

const LEAST_ID = 4;
const SHINGLE_WORDS = 7;
const SHINGLE_CHARACTERS = 14;

/** Runs of seven words, or of fourteen characters where the text is mostly Chinese: long enough that chance is unlikely. */
function shingles(text: string): string[] {
  const normal = normalise(text);
  const han = normal.match(/\p{Script=Han}/gu)?.length ?? 0;
  const chinese = han * 2 > normal.length;
  const units = chinese ? [...normal] : normal.split(" ");
  const size = chinese ? SHINGLE_CHARACTERS : SHINGLE_WORDS;
  if (units.length < size) return [];
  return units.slice(size - 1).map((_, index) => units.slice(index, index + size).join(chinese ? "" : " "));
}

/** Whether a phrase that a check looks for is an answer of its own (a value or a whole clause) and not a common word. */
function isAnswer(phrase: string): boolean {
  const words = phrase.split(" ").length;
  const han = phrase.match(/\p{Script=Han}/gu)?.length ?? 0;
  return (/\d/.test(phrase) && phrase.length >= 3) || words >= 4 || han >= 6;
}

/** A text an edit adds, where it stands. */
export interface AddedLine {
  path: string;
  line: number;
  text: string;
}

/**
 * Finds case ids, reference replies, labelled replies and answers of checks in the text an edit adds (METHODS.md section 2). Text that
 * the base bundle says already is no leak. Each finding is an error at its line.
 */
export function scanForLeaks(added: readonly AddedLine[], baseText: string, cases: readonly Case[]): Diagnostic[] {
  const base = normalise(baseText);
  const lines = added.map((line) => ({ ...line, normal: normalise(line.text) })).filter((line) => line.normal !== "");
  const all = lines.map((line) => line.normal).join("\n");
  const found = new Map<string, Diagnostic>();
  const report = (phrase: string, code: string, message: string) => {
    if (base.includes(phrase)) return;
    const line = lines.find((one) => one.normal.includes(phrase));
    if (line === undefined) return;
    const diagnostic: Diagnostic = { path: line.path, line: line.line, column: 1, severity: "error", code, message };
    found.set(`${code} ${line.path} ${line.line}`, diagnostic);
  };
  for (const item of cases) {
    const id = normalise(item.id);
    if (id.length >= LEAST_ID && all.includes(id) && containsWhole(all, id)) {
      report(id, "leak-case-id", `the edit names the case ${item.id}`);
    }
    for (const shingle of item.reference === undefined ? [] : shingles(item.reference)) {
      if (all.includes(shingle)) report(shingle, "leak-reference", "the edit repeats a reference reply");
    }
    for (const shingle of item.judged ? shingles(item.judged.reply) : []) {
      if (all.includes(shingle)) report(shingle, "leak-judged", "the edit repeats a reply that people labelled");
    }
    for (const check of item.checks) {
      if (check.kind !== "reply-contains") continue;
      for (const phrase of check.any.map(normalise)) {
        if (isAnswer(phrase) && all.includes(phrase) && containsWhole(all, phrase)) {
          report(phrase, "leak-answer", "the edit contains an answer that a check looks for");
        }
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}
