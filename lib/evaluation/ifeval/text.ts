/** A word as the reference counts it: letters of any script, numerals and underscores. */
const WORD = /[\p{L}\p{N}_]+/gu;

export const countWords = (text: string): number => text.match(WORD)?.length ?? 0;

/** Has letters with case, and none but capitals. */
export const isUpper = (text: string): boolean => /\p{Uppercase}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text);

/** Has letters with case, and no capitals. */
export const isLower = (text: string): boolean => /\p{Lowercase}/u.test(text) && !/[\p{Uppercase}\p{Lt}]/u.test(text);

export const escapePattern = (text: string): string => text.replace(/[.*+?^$|(){}\\[\]]/g, "\\$&");

/** How often a phrase stands in a text, case apart; occurrences do not overlap. */
export const countPhrase = (text: string, phrase: string): number =>
  phrase === "" ? 0 : (text.match(new RegExp(escapePattern(phrase), "giu"))?.length ?? 0);

const EDGE = "(?:(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_])|(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_]))";

/** Whether a word stands in a text by itself, case apart. */
export const hasWord = (text: string, word: string): boolean =>
  new RegExp(`${EDGE}${escapePattern(word)}${EDGE}`, "iu").test(text);

/** A text without the given characters at its beginning and its end. */
export function trimOff(text: string, first: string, last: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === first) start += 1;
  while (end > start && text[end - 1] === last) end -= 1;
  return text.slice(start, end);
}
