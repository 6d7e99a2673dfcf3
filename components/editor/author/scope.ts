import type { Shape } from "@/lib/client/author-shapes";
import type { Contract } from "./author-file";
import { Expressions } from "./expressions";
import { type FoundFunction, findFunctions } from "./functions";
import { itemPlaces, itemShape, memberShape, unite } from "./members";
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

/** What the names of a file mean, as far as that can be told without running it. */
export class Scope {
  readonly functions: readonly FoundFunction[];
  readonly bindings: Binding[] = [];
  /** Braces of destructuring patterns, with the shape that is taken apart. */
  readonly patterns = new Map<number, Lazy>();
  private readonly expressions: Expressions;

  constructor(
    readonly source: Source,
    readonly contract: Contract,
  ) {
    this.functions = findFunctions(source);
    this.expressions = new Expressions(source, this.functions, (name, offset) => this.lookUp(name, offset)?.shape());
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

  chainStart(last: number): number {
    return this.expressions.chainStart(last);
  }

  shapeAt(from: number, limit?: number): Shape | undefined {
    return this.expressions.shapeAt(from, limit);
  }

  private bindParameters(found: FoundFunction): void {
    const { source, contract } = this;
    const [start, end] = found.parameters;
    const range = [source.startOf(start), source.startOf(found.body[1])] as const;
    let number = 0;
    for (let at = start; at < end; number += 1) {
      const place = number;
      const shape: Lazy = found.handler
        ? () => contract.parameters[place]
        : () => (found.name === "" ? this.itemGiven(found, place) : this.argumentGiven(found, place));
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

  /** What the calls of a function of the file give it at a place of its parameters. */
  private argumentGiven({ name, parameters }: FoundFunction, place: number): Shape | undefined {
    const { source } = this;
    const given = source.tokens.map((_, at) => {
      if (!source.is(at, name) || !source.is(at + 1, "(") || at + 2 === parameters[0] || source.is(at - 1, ".", "?."))
        return undefined;
      const argument = this.parts(at + 1)[place];
      return argument === undefined ? undefined : this.shapeAt(argument, source.endOfPart(argument));
    });
    return unite(given);
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
