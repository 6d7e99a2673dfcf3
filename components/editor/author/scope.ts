import type { Shape } from "@/lib/client/author-shapes";
import type { Contract } from "./author-file";
import { type FoundFunction, findFunctions } from "./functions";
import { itemPlaces, itemShape, memberShape, methodResult, unite } from "./members";
import type { Source } from "./source";

type Lazy = () => Shape | undefined;

export interface Binding {
  name: string;
  /** Offsets between which the name means this. */
  from: number;
  to: number;
  shape: Lazy;
}

const unknown: Lazy = () => undefined;
const COMPARISONS = ["===", "!==", "==", "!=", "<", ">", "<=", ">="];

/** What the names of a file mean and what shape its expressions have, as far as that can be told without running it. */
export class Scope {
  readonly functions: readonly FoundFunction[];
  readonly bindings: Binding[] = [];
  /** Braces of destructuring patterns, with the shape that is taken apart. */
  readonly patterns = new Map<number, Lazy>();

  constructor(
    readonly source: Source,
    readonly contract: Contract,
  ) {
    this.functions = findFunctions(source);
    for (const each of this.functions) this.bindParameters(each);
    source.tokens.forEach((_, at) => {
      if (source.is(at, "const", "let", "var")) this.bindDeclaration(at);
    });
  }

  /** The innermost function around an offset. */
  functionAt(offset: number): FoundFunction | undefined {
    const { source } = this;
    return this.functions.findLast(({ body }) => offset >= source.endOf(body[0] - 1) && offset <= source.startOf(body[1]));
  }

  /** What is in sight at an offset, each name once. */
  namesAt(offset: number): Binding[] {
    const seen = new Map<string, Binding>();
    for (const binding of this.bindings) {
      if (offset < binding.from || offset > binding.to) continue;
      const other = seen.get(binding.name);
      if (!other || binding.to - binding.from <= other.to - other.from) seen.set(binding.name, binding);
    }
    return [...seen.values()];
  }

  lookUp(name: string, offset: number): Binding | undefined {
    return this.namesAt(offset).find((binding) => binding.name === name);
  }

  /** First token of the expression that ends with the token `last`, such as `event.comments[0]`. */
  chainStart(last: number): number {
    const { source } = this;
    let at = last;
    for (;;) {
      if (source.is(at, ")", "]")) {
        const open = source.match(at);
        if (open > at) return at;
        const called = source.isName(open - 1) && !source.is(open - 1, "await", "return", "typeof", "of", "in", "if", "while");
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
    const shape = token.kind === "name" ? this.lookUp(token.text, token.start)?.shape() : undefined;
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

  private bindParameters(found: FoundFunction): void {
    const { source, contract } = this;
    const [start, end] = found.parameters;
    const range = [source.startOf(start), source.startOf(found.body[1])] as const;
    let number = 0;
    for (let at = start; at < end; number += 1) {
      const place = number;
      const shape: Lazy = found.handler ? () => contract.parameters[place] : () => this.itemGiven(found, place);
      this.bindPattern(at, once(shape), range);
      at = Math.min(source.endOfPart(at), end) + 1;
    }
  }

  /** The item that a list's method gives to the function at a place of its parameters. */
  private itemGiven(found: FoundFunction, place: number): Shape | undefined {
    const { source } = this;
    const open = found.from - 1;
    if (!source.is(open, "(") || !source.isName(open - 1) || !source.is(open - 2, ".", "?.")) return undefined;
    const name = source.text(open - 1);
    if (!itemPlaces(name).includes(place))
      return name !== "reduce" && place === 1 && itemPlaces(name).length > 0 ? { kind: "number" } : undefined;
    const receiver = this.shapeAt(this.chainStart(open - 3), open - 2);
    return receiver && itemShape(receiver);
  }

  private bindDeclaration(at: number): void {
    const { source } = this;
    const around = source.parent[at] ?? -1;
    const loop = source.is(around, "(") && source.is(around - 1, "for", "await");
    const close = loop ? source.match(around) : around;
    const end = loop
      ? source.is(close + 1, "{")
        ? source.match(close + 1)
        : source.endOfPart(close + 1)
      : around < 0
        ? source.tokens.length
        : source.match(around);
    const range = [source.startOf(at), source.startOf(end)] as const;
    let from = at + 1;
    do {
      const after = source.opens(from) ? source.match(from) + 1 : from + 1;
      const shape: Lazy = source.is(after, "=")
        ? () => this.shapeAt(after + 1, source.endOfPart(after + 1))
        : source.is(after, "of")
          ? () => {
              const list = this.shapeAt(after + 1, close);
              return list && itemShape(list);
            }
          : unknown;
      this.bindPattern(from, once(shape), range);
      from = source.endOfPart(from) + 1;
    } while (source.is(from - 1, ",") && source.parent[from - 1] === around && from < source.tokens.length);
  }

  /** Binds a name, or the names of a destructuring pattern, that begins at a token. */
  private bindPattern(at: number, shape: Lazy, range: readonly [number, number]): void {
    const { source } = this;
    if (source.is(at, "...")) this.bindPattern(at + 1, unknown, range);
    else if (source.is(at, "[")) {
      const item = () => {
        const list = shape();
        return list && itemShape(list);
      };
      for (const part of this.parts(at)) this.bindPattern(part, source.is(part, "...") ? shape : item, range);
    } else if (source.is(at, "{")) {
      this.patterns.set(at, shape);
      for (const part of this.parts(at)) {
        const key = source.text(part);
        const member = () => {
          const whole = shape();
          return whole && memberShape(whole, key);
        };
        if (source.is(part, "...")) this.bindPattern(part + 1, unknown, range);
        else this.bindPattern(source.is(part + 1, ":") ? part + 2 : part, member, range);
      }
    } else if (source.isName(at)) this.bindings.push({ name: source.text(at), from: range[0], to: range[1], shape });
  }

  /** First tokens of the parts of a bracket, which commas separate. */
  private parts(open: number): number[] {
    const found: number[] = [];
    const close = this.source.match(open);
    for (let at = open + 1; at < close; at = this.source.endOfPart(at) + 1) found.push(at);
    return found;
  }
}

/** Computed at first use; unknown while it is being computed, so that a name that refers to itself ends. */
function once(shape: Lazy): Lazy {
  let state: { shape: Shape | undefined } | undefined;
  return () => {
    if (!state) {
      state = { shape: undefined };
      state.shape = shape();
    }
    return state.shape;
  };
}

function withoutNull(shape: Shape): Shape {
  return shape.kind === "choice" ? { kind: "choice", options: shape.options.filter(({ kind }) => kind !== "nothing") } : shape;
}
