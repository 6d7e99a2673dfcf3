import "server-only";

/** Marks that may end a sentence, with what closes behind them and the space after it. */
const END = /([.!?。！？…]+)(["'”’」』）)\]】》]*)(\s*)/gu;
const DIGIT = /^\p{N}$/u;
/** One Latin letter by itself and a full stop: `e.g.`, `U.S.`, an initial. */
const ABBREVIATION = /(?:^|[^A-Za-z0-9])[A-Za-z]$/;
/** A full stop within a word, an address or a file's name ends nothing. */
const WITHIN_WORD = /^[\p{Script=Latin}\p{N}_/&=~-]$/u;

/**
 * A reply in sentences, for a voice that begins to speak before it has the whole; joined they are the reply. Numbers
 * (`¥99.50`), addresses and abbreviations of one letter stay whole: a piece too long is better than one cut.
 */
export function spokenPieces(reply: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const found of reply.matchAll(END)) {
    const [whole, marks = "", closing = "", space = ""] = found;
    const end = found.index + whole.length;
    if (end < reply.length && !endsSentence(reply.slice(start, found.index), marks, closing + space, reply.slice(end))) continue;
    pieces.push(reply.slice(start, end));
    start = end;
  }
  if (start < reply.length) pieces.push(reply.slice(start));
  return pieces;
}

function endsSentence(before: string, marks: string, behind: string, after: string): boolean {
  const last = [...before.slice(-2)].at(-1) ?? "";
  const next = String.fromCodePoint(after.codePointAt(0) ?? 0);
  if (behind === "" && DIGIT.test(last) && DIGIT.test(next)) return false;
  if (marks === "." && ABBREVIATION.test(before)) return false;
  const latin = /^[.!?]+$/.test(marks);
  return !(latin && !/\s$/.test(behind) && WITHIN_WORD.test(next));
}
