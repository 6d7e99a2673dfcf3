import type { Shape } from "@/lib/client/author-shapes";
import { itemShape, memberShape, unite } from "./members";
import type { Scope } from "./scope";

/** What the value that begins at a token must be: part of what the handler returns, or of an argument of a call. */
export function expectedAt(scope: Scope, at: number): Shape | undefined {
  const { source } = scope;
  const around = source.parent[at] ?? -1;
  if (source.is(around, "{") && source.is(at - 1, ":") && startsPart(scope, at - 2)) {
    const key = keyAt(scope, at - 2);
    const whole = expectedObject(scope, around, key);
    return whole && memberShape(whole, key);
  }
  if (source.is(around, "[") && startsPart(scope, at)) {
    const list = expectedAt(scope, around);
    return list && itemShape(list);
  }
  if (source.is(around, "(") && !source.is(around - 1, "=>", "return", "if", "while")) return argumentAt(scope, around, at);
  return returned(scope, at) ? scope.contract.result : undefined;
}

/** What the object literal whose brace is at a token must be, as far as what it says already decides, but for one key. */
export function expectedObject(scope: Scope, open: number, except?: string): Shape | undefined {
  const whole = expectedAt(scope, open);
  if (!whole) return undefined;
  const said = fieldsSaid(scope, open);
  const options = recordsOf(whole).filter((option) =>
    [...said].every(([name, text]) => {
      const shape = option.kind === "record" ? option.fields.find((field) => field.name === name)?.shape : undefined;
      return name === except || shape?.kind !== "literal" || text === undefined || text === String(shape.value);
    }),
  );
  return unite(options);
}

/** The keys of an object literal, with their values where those are literals. */
export function fieldsSaid(scope: Scope, open: number): Map<string, string | undefined> {
  const { source } = scope;
  const said = new Map<string, string | undefined>();
  const close = source.match(open);
  for (let at = open + 1; at < close; at = source.endOfPart(at) + 1) {
    const value = source.tokens[at + 2];
    const literal = source.is(at + 1, ":") && source.endOfPart(at) === at + 3;
    // A text without its closing mark is being written and decides nothing.
    const text = literal && value?.kind === "text" && value.closed && value.text.length > 2 ? value.text.slice(1, -1) : undefined;
    said.set(keyAt(scope, at), text ?? (literal && source.is(at + 2, "true", "false") ? value?.text : undefined));
  }
  return said;
}

export function recordsOf(shape: Shape): Shape[] {
  if (shape.kind === "choice") return shape.options.flatMap(recordsOf);
  return shape.kind === "record" ? [shape] : [];
}

const startsPart = ({ source }: Scope, at: number) => source.is(at - 1, "{", "[", ",");

function keyAt({ source }: Scope, at: number): string {
  const token = source.tokens[at];
  return token?.kind === "text" ? token.text.slice(1, token.closed ? -1 : undefined) : (token?.text ?? "");
}

function argumentAt(scope: Scope, open: number, at: number): Shape | undefined {
  const { source } = scope;
  const end = source.is(open - 1, "?.") ? open - 1 : open;
  const called = source.isName(end - 1) ? scope.shapeAt(scope.chainStart(end - 1), end) : undefined;
  if (called?.kind !== "function") return undefined;
  let place = 0;
  for (let from = source.endOfPart(open + 1) + 1; from <= at; from = source.endOfPart(from) + 1) place += 1;
  return called.parameters[place]?.shape;
}

/** Whether the handler returns the value that begins at a token. */
function returned(scope: Scope, at: number): boolean {
  const { source } = scope;
  const offset = source.startOf(at);
  const found = scope.functionAt(offset);
  if (!found?.handler) return false;
  const around = source.parent[at] ?? -1;
  for (let index = at - 1; index >= found.body[0] - 1; index -= 1) {
    if (source.is(index, "return")) return (source.parent[index] ?? -1) === around || source.is(around - 1, "return");
    if (source.is(index, ";", "{", "=")) return false;
    if (source.is(index, "=>")) return found.expression && index === found.body[0] - 1;
    if (source.is(index, ")", "]", "}") && source.match(index) < index) index = source.match(index);
  }
  return false;
}
