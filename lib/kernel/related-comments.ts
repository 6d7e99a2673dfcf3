import type { Comment } from "@/lib/contracts/case";

/** How much of their character pairs two comments must share to be one item. */
const RELATED = 0.6;

/** Comments that ask the same, as one item. */
export interface CommentItem {
  /** The first of them, as it was written. */
  text: string;
  /** How many comments it stands for. */
  count: number;
}

/**
 * Aggregates related comments (TaoLive report, section 2.4): those that share at least 60 % of their character pairs
 * (Jaccard; case, width, punctuation and space folded) and name the same numbers, so that a question about link 3 never
 * swallows one about link 5. Keeps the order of first mention; nothing is dropped.
 */
export function relatedComments(comments: readonly Comment[]): CommentItem[] {
  const items: (CommentItem & { pairs: ReadonlySet<string>; numbers: string })[] = [];
  for (const { text } of comments) {
    const folded = text.normalize("NFKC").toLowerCase();
    const pairs = characterPairs(folded.replace(/[\p{P}\p{S}\s]+/gu, ""));
    const numbers = (folded.match(/\d+/g) ?? []).join(" ");
    const known = items.find((item) => item.numbers === numbers && jaccard(item.pairs, pairs) >= RELATED);
    if (known) known.count += 1;
    else items.push({ text, count: 1, pairs, numbers });
  }
  return items.map(({ text, count }) => ({ text, count }));
}

function characterPairs(text: string): Set<string> {
  const characters = [...text];
  if (characters.length < 2) return new Set([text]);
  return new Set(characters.slice(1).map((character, index) => `${characters[index]}${character}`));
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return shared / (a.size + b.size - shared);
}
