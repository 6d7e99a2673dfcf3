import { ABBREVIATIONS, COMMON_WORDS } from "./english-words";

const CLOSING = /^["')\]}]+?(?:\s+|(?=--)|$)/;
const AFTER = /[?!)";}\]*:@'({[]/;
const MULTI = /^(?:-{2,}|\.{2,}|(?:\.\s){2,}\.)/;
/** Characters before a word in which its line is looked for to begin, so that a long reply costs no more than its length. */
const MARGIN = 80;
const STARTS_NO_WORD = /[("`{[:;&#*@)}\]\-,]/;

interface Candidate {
  /** Offset of the mark that may end a sentence, and of the word it ends. */
  end: number;
  word: number;
  /** Offset of the next word; null where other signs follow at once. */
  next: number | null;
}

/**
 * Splits English text into sentences by the decisions of Punkt (Kiss and Strunk, 2006): abbreviations, initials, numbers and
 * ellipses end a sentence only before a word that begins one. Where Punkt looks a word up in what it was trained on, this
 * looks into two short lists, so a rare word after an abbreviation may be decided otherwise.
 */
export function splitSentences(text: string): string[] {
  const found: string[] = [];
  const body = text.trimEnd();
  let start = 0;
  const cut = (end: number) => {
    found.push(body.slice(start, end));
  };
  for (const { end, word, next } of candidates(body)) {
    if (!breaks(body.slice(word, end), body, end, next)) continue;
    cut(end);
    start = next ?? end;
  }
  cut(body.length);
  return realigned(found);
}

/** The last mark of each word that is followed by space or a sign; of several in a word it decides for all. */
function candidates(text: string): Candidate[] {
  const list: Candidate[] = [];
  for (const match of text.matchAll(/[.?!]/g)) {
    const end = match.index + 1;
    const rest = /^\s+/.exec(text.slice(end, end + 400));
    const next = rest && end + rest[0].length < text.length ? end + rest[0].length : null;
    const follows = text[end];
    if (next === null && (follows === undefined || !AFTER.test(follows))) continue;
    const before = text.slice(0, match.index);
    const word = before.length - (/\S*$/.exec(before.slice(-400))?.[0].length ?? 0);
    const last = list.at(-1);
    if (last && last.word >= word) list.pop();
    list.push({ end, word, next });
  }
  return list;
}

function breaks(word: string, text: string, end: number, next: number | null): boolean {
  const after = next === null ? (text[end] ?? "") : (/^\S+/.exec(text.slice(next, next + 400))?.[0] ?? "");
  const tokens = [...tokensOf(word + (next === null ? after : "")), ...(next === null ? [] : tokensOf(after))];
  const listed = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, end - word.length - MARGIN), end - word.length));
  return tokens.slice(0, -1).some((token, index) => endsSentence(token, tokens[index + 1] ?? "", listed));
}

/** Words and signs of a piece of text without space. */
function tokensOf(piece: string): string[] {
  const tokens: string[] = [];
  let at = 0;
  while (at < piece.length) {
    const multi = MULTI.exec(piece.slice(at))?.[0];
    let length = multi?.length ?? 1;
    if (multi === undefined && !STARTS_NO_WORD.test(piece[at] ?? "")) {
      while (at + length < piece.length && !endsWord(piece, at + length)) length += 1;
    }
    tokens.push(piece.slice(at, at + length));
    at += length;
  }
  return tokens;
}

function endsWord(piece: string, at: number): boolean {
  if (AFTER.test(piece[at] ?? "") || MULTI.test(piece.slice(at))) return true;
  const following = piece[at + 1];
  return piece[at] === "," && (following === undefined || AFTER.test(following) || MULTI.test(piece.slice(at + 1)));
}

/** `listed`: the token begins its line, where a letter is the mark of a list rather than an initial. */
function endsSentence(token: string, next: string, listed: boolean): boolean {
  if (token === "." || token === "?" || token === "!") return true;
  if (!token.endsWith(".")) return false;
  const ellipsis = /\.{2,}$/.test(token);
  const type = token.slice(0, -1).toLowerCase();
  const abbreviation = !ellipsis && (ABBREVIATIONS.has(type) || ABBREVIATIONS.has(type.split("-").at(-1) ?? ""));
  const initial = /^[^\W\d]\.$/.test(token);
  const begins = beginsSentence(next);
  if ((abbreviation || ellipsis) && !initial) return begins === true;
  if (initial || /^-?[.,]?\d[\d,.-]*$/.test(type)) {
    if (begins === false) return false;
    if (begins === null && initial && !listed && /^\p{Lu}/u.test(next)) return false;
    if (begins === true) return true;
  }
  return (initial && listed) || !abbreviation;
}

/** Whether a word looks like the first of a sentence; null where nothing tells. */
function beginsSentence(word: string): boolean | null {
  if (/^[;:,.!?]$/.test(word)) return false;
  const type = word.toLowerCase().replace(/\.$/, "");
  if (/^\p{Lu}/u.test(word)) return COMMON_WORDS.has(type) ? true : null;
  return /^\p{Ll}/u.test(word) ? false : null;
}

/** Closing quotes and brackets belong to the sentence before them; what is nothing else is no sentence. */
function realigned(parts: readonly string[]): string[] {
  return parts.flatMap((part, index) => {
    const own = index === 0 ? part : part.slice(CLOSING.exec(part)?.[0].length ?? 0);
    return own === "" ? [] : [own];
  });
}
