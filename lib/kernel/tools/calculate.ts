export type Calculated = { ok: true; value: number } | { ok: false; message: string };

const MAX_LENGTH = 500;
const MAX_DEPTH = 50;
const TOKEN = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([-+*/%^(),])|([a-z]+))/y;
const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number>> = {
  min: Math.min,
  max: Math.max,
  abs: (value = Number.NaN) => Math.abs(value),
  round: (value = Number.NaN, digits = 0) => Math.round(value * 10 ** digits) / 10 ** digits,
  floor: (value = Number.NaN) => Math.floor(value),
  ceil: (value = Number.NaN) => Math.ceil(value),
};

/** Arithmetic with + - * / % ^, brackets, decimals, min, max, abs, round, floor and ceil. `%` is the remainder. */
export function calculate(expression: string): Calculated {
  if (expression.length > MAX_LENGTH) return { ok: false, message: `the expression is longer than ${MAX_LENGTH} characters` };
  const tokens = tokenize(expression.toLowerCase().replaceAll("×", "*").replaceAll("÷", "/").replaceAll("−", "-"));
  if (tokens === null) return { ok: false, message: "the expression has a character that is not arithmetic" };
  try {
    const value = new Arithmetic(tokens).result();
    // Money such as 0.1 + 0.2 should read 0.3; twelve digits keep every amount exact.
    return Number.isFinite(value)
      ? { ok: true, value: Number(value.toPrecision(12)) }
      : { ok: false, message: "the result is not a finite number" };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : "the expression does not parse" };
  }
}

function tokenize(text: string): string[] | null {
  const tokens: string[] = [];
  const trimmed = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const found = TOKEN.exec(trimmed);
    if (!found) return null;
    tokens.push(found[1] ?? found[2] ?? found[3] ?? "");
  }
  return tokens;
}

class Arithmetic {
  #at = 0;
  #depth = 0;

  constructor(readonly tokens: readonly string[]) {}

  result(): number {
    const value = this.#sum();
    if (this.#at < this.tokens.length) throw new Error(`unexpected "${this.tokens[this.#at]}"`);
    return value;
  }

  #sum(): number {
    let value = this.#product();
    for (;;) {
      if (this.#taken("+")) value += this.#product();
      else if (this.#taken("-")) value -= this.#product();
      else return value;
    }
  }

  #product(): number {
    let value = this.#signed();
    for (;;) {
      if (this.#taken("*")) value *= this.#signed();
      else if (this.#taken("/")) value /= this.#signed();
      else if (this.#taken("%")) value %= this.#signed();
      else return value;
    }
  }

  #signed(): number {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new Error("the expression is nested too deeply");
    const value = this.#taken("-") ? -this.#signed() : this.#taken("+") ? this.#signed() : this.#power();
    this.#depth -= 1;
    return value;
  }

  #power(): number {
    const base = this.#atom();
    return this.#taken("^") ? base ** this.#signed() : base;
  }

  #atom(): number {
    const token = this.tokens[this.#at++];
    if (token === undefined) throw new Error("the expression ends too early");
    if (token === "(") {
      const value = this.#sum();
      this.#expect(")");
      return value;
    }
    if (/^[\d.]/.test(token)) return Number(token);
    const apply = Object.hasOwn(FUNCTIONS, token) ? FUNCTIONS[token] : undefined;
    if (!apply) throw new Error(`unexpected "${token}"`);
    this.#expect("(");
    const values = [this.#sum()];
    while (this.#taken(",")) values.push(this.#sum());
    this.#expect(")");
    return apply(...values);
  }

  #taken(token: string): boolean {
    if (this.tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #expect(token: string): void {
    if (!this.#taken(token)) throw new Error(`expected "${token}"`);
  }
}
