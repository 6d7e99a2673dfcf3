import { readTokens, type Token } from "./tokens";

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "${": "}" };

/** A text in tokens, with its brackets matched as far as they match. Indices are those of `tokens`, which has no comments. */
export class Source {
  readonly tokens: readonly Token[];
  /** Index of the bracket around a token; -1 outside of all. A bracket stands inside the one around it. */
  readonly parent: readonly number[];
  private readonly comments: readonly Token[];
  private readonly partner = new Map<number, number>();

  constructor(text: string) {
    const all = readTokens(text);
    this.comments = all.filter(({ kind }) => kind === "comment");
    this.tokens = all.filter(({ kind }) => kind !== "comment");
    const open: number[] = [];
    const parent: number[] = [];
    this.tokens.forEach((token, at) => {
      const mark = token.kind === "punct" ? token.text : "";
      if (mark === ")" || mark === "]" || mark === "}") this.close(open, at);
      parent.push(open.at(-1) ?? -1);
      if (mark in CLOSING) open.push(at);
    });
    for (const at of open) this.partner.set(at, this.tokens.length);
    this.parent = parent;
  }

  /** Takes what was left open inside the bracket that `at` closes as closed there too. */
  private close(open: number[], at: number): void {
    const place = open.findLastIndex((index) => CLOSING[this.text(index)] === this.text(at));
    if (place < 0) return;
    const closed = open.splice(place);
    for (const index of closed) this.partner.set(index, at);
    this.partner.set(at, closed[0] ?? at);
  }

  text(at: number): string {
    return this.tokens[at]?.text ?? "";
  }

  is(at: number, ...texts: string[]): boolean {
    const token = this.tokens[at];
    return token !== undefined && (token.kind === "punct" || token.kind === "name") && texts.includes(token.text);
  }

  isName(at: number): boolean {
    return this.tokens[at]?.kind === "name";
  }

  opens(at: number): boolean {
    return this.tokens[at]?.kind === "punct" && this.text(at) in CLOSING;
  }

  /** Index of the bracket that closes the one at `at`, or of the one that it closes; the number of tokens where none does. */
  match(at: number): number {
    return this.partner.get(at) ?? this.tokens.length;
  }

  startOf(at: number): number {
    return this.tokens[at]?.start ?? Number.POSITIVE_INFINITY;
  }

  endOf(at: number): number {
    return this.tokens[at]?.end ?? Number.POSITIVE_INFINITY;
  }

  /** Index of the token that ends what begins at `from`: a comma, a semicolon or the bracket around it. */
  endOfPart(from: number): number {
    const around = this.parent[from] ?? -1;
    const limit = around < 0 ? this.tokens.length : this.match(around);
    for (let at = from; at < limit; at += 1) {
      if (this.is(at, ",", ";")) return at;
      if (this.opens(at)) at = this.match(at);
    }
    return limit;
  }

  /** Index of the last token that ends at or before the offset; -1 where none does. */
  before(offset: number): number {
    return this.tokens.findLastIndex(({ end }) => end <= offset);
  }

  inComment(offset: number): boolean {
    return this.comments.some(({ start, end, closed }) => start < offset && (closed ? offset < end : offset <= end));
  }
}
