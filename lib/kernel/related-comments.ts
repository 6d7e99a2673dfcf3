import type { Comment } from "@/lib/contracts/case";

/** Comments that ask the same, as one item. */
export interface CommentItem {
  /** The first of them, as it was written. */
  text: string;
  /** How many comments it stands for. */
  count: number;
}

/** Words that make a question politer or livelier and ask for nothing. */
const FILLERS = /\b(?:please|pls|plz|hi|hello|hey|um+|so|and|thanks|thank you)\b|请问|请|您好|你好|[吗呢啊呀哦吧嘛啦了]/g;

/**
 * Aggregates related comments (TaoLive report, section 2.4): those that are the same words but for case, width, punctuation,
 * space and fillers. Anything else stays an item of its own, however alike it looks: a size, a colour or a "not" is another
 * question. Keeps the order of first mention.
 */
export function relatedComments(comments: readonly Comment[]): CommentItem[] {
  const items = new Map<string, CommentItem>();
  for (const { text } of comments) {
    const key = folded(text);
    const known = items.get(key);
    if (known) known.count += 1;
    else items.set(key, { text, count: 1 });
  }
  return [...items.values()];
}

function folded(text: string): string {
  const words = text.normalize("NFKC").toLowerCase();
  const bare = (said: string) => said.replace(/[^\p{L}\p{N}$€£¥%+]+/gu, " ").trim();
  // A comment of fillers alone is what it is.
  return bare(words.replace(FILLERS, " ")) || bare(words) || words;
}
