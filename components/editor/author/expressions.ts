import type { Shape } from "@/lib/client/author-shapes";
import type { FoundFunction } from "./functions";
import { itemShape, memberShape, methodResult, unite } from "./members";
import type { Source } from "./source";

const COMPARISONS = ["===", "!==", "==", "!=", "<", ">", "<=", ">="];
/** Words that stand before a bracket without naming a function. */
const NO_CALL = ["await", "return", "typeof", "of", "in", "if", "while"];

/** What shape the expressions of a text have; `lookUp` says what a name means at an offset. */
export class Expressions {
  constructor(
    private readonly source: Source,
    private readonly functions: readonly FoundFunction[],
    private readonly lookUp: (name: string, offset: number) => Shape | undefined,
  ) {}

  /** First token of the expression that ends with the token `last`, such as `event.comments[0]`. */
  chainStart(last: number): number {
    const { source } = this;
    let at = last;
    for (;;) {
      if (source.is(at, ")", "]")) {
        const open = source.match(at);
        if (open > at) return at;
        const called = source.isName(open - 1) && !source.is(open - 1, ...NO_CALL);
        if (source.is(open - 1, "?.")) at = open - 2;
        else if (called || source.is(open - 1, ")", "]")) at = open - 1;
        else return open;
      } else if (source.is(at - 1, ".", "?.")) at -= 2;
      else return at;
    }
  }

  /** Shape of the expression that begins at a token, read no further than the token `limit`. */
  shapeAt(from: number, limit = this.source.tokens.length): Shape | undefined {
    const { source } = this;
    const { shape, next } = this.postfix(from, limit);
    if (next >= limit) return shape;
    if (source.is(next, "??", "||")) return unite([shape && withoutNull(shape), this.shapeAt(next + 1, limit)]);
    if (source.is(next, ...COMPARISONS)) return { kind: "truth" };
    if (source.is(next, "?")) return undefined;
    return shape;
  }

  private primary(from: number, limit: number): { shape: Shape | undefined; next: number } {
    const { source } = this;
    const token = source.tokens[from];
    if (!token || from >= limit) return { shape: undefined, next: from };
    if (source.is(from, "await")) {
      const { shape, next } = this.postfix(from + 1, limit);
      return { shape: shape?.kind === "promise" ? shape.of : shape, next };
    }
    if (source.is(from, "(")) return { shape: this.shapeAt(from + 1, source.match(from)), next: source.match(from) + 1 };
    if (source.is(from, "[")) {
      const spread = source.is(from + 1, "...");
      const first = this.shapeAt(from + (spread ? 2 : 1), source.endOfPart(from + 1));
      const next = source.match(from) + 1;
      return { shape: spread ? first : first && { kind: "list", item: first }, next };
    }
    if (source.is(from, "!")) return { shape: { kind: "truth" }, next: source.endOfPart(from) };
    if (token.kind === "template") {
      let next = from + 1;
      while (source.is(next, "${")) next = source.match(next) + 2;
      return { shape: { kind: "text" }, next };
    }
    if (token.kind === "text" || token.kind === "number") return { shape: { kind: token.kind }, next: from + 1 };
    const shape = token.kind === "name" ? this.lookUp(token.text, token.start) : undefined;
    return { shape, next: source.opens(from) ? source.match(from) + 1 : from + 1 };
  }

  private postfix(from: number, limit: number): { shape: Shape | undefined; next: number } {
    const { source } = this;
    let { shape, next } = this.primary(from, limit);
    while (next < limit) {
      const optional = source.is(next, "?.") ? 1 : 0;
      if (source.is(next + optional, "[")) {
        shape = shape && itemShape(shape);
        next = source.match(next + optional) + 1;
      } else if (source.is(next + optional, "(")) {
        shape = shape?.kind === "function" ? shape.result : undefined;
        next = source.match(next + optional) + 1;
      } else if (source.is(next, ".", "?.") && source.isName(next + 1)) {
        const name = source.text(next + 1);
        const called = source.is(next + 2, "(") && next + 2 < limit;
        const receiver = shape;
        const result = called && receiver ? methodResult(receiver, name, () => this.madeBy(next + 3)) : undefined;
        shape = result ?? (receiver && memberShape(receiver, name));
        next = result ? source.match(next + 2) + 1 : next + 2;
      } else break;
    }
    return { shape, next };
  }

  /** What the function whose text begins at a token returns, where it is one expression. */
  private madeBy(from: number): Shape | undefined {
    const given = this.functions.find((each) => each.from === from && each.expression);
    return given && this.shapeAt(given.body[0], given.body[1]);
  }
}

function withoutNull(shape: Shape): Shape {
  return shape.kind === "choice" ? { kind: "choice", options: shape.options.filter(({ kind }) => kind !== "nothing") } : shape;
}
