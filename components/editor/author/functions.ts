import type { Source } from "./source";

/** A function of the text, in indices of its tokens. */
export interface FoundFunction {
  /** Empty where it has none. */
  name: string;
  /** First token: `async`, `function`, or the parameters of an arrow function. */
  from: number;
  /** First token of the parameters, and the one after the last. */
  parameters: readonly [number, number];
  /** First token of the body, and the one after the last. */
  body: readonly [number, number];
  /** Whether the body is an expression. */
  expression: boolean;
  /** Whether the file exports it by default. */
  handler: boolean;
}

/** All functions of a text, outermost first. */
export function findFunctions(source: Source): FoundFunction[] {
  const exported = exportedName(source);
  const found: FoundFunction[] = [];
  source.tokens.forEach((_, at) => {
    const made = source.is(at, "function") ? declared(source, at) : source.is(at, "=>") ? arrow(source, at) : undefined;
    if (made) found.push({ ...made, handler: isHandler(source, made, exported) });
  });
  return found.sort((a, b) => a.from - b.from);
}

type Found = Omit<FoundFunction, "handler">;

function declared(source: Source, at: number): Found | undefined {
  const open = [1, 2, 3].map((step) => at + step).find((index) => source.is(index, "("));
  if (open === undefined) return undefined;
  const close = source.match(open);
  // Parameters that are not closed yet have no body.
  if (!source.is(close, ")")) return undefined;
  const body = source.is(close + 1, "{") ? ([close + 2, source.match(close + 1)] as const) : ([close + 1, close + 1] as const);
  const from = asyncBefore(source, at);
  const name = source.isName(open - 1) && open - 1 > at ? source.text(open - 1) : assignedTo(source, from);
  return { name, from, parameters: [open + 1, close], body, expression: false };
}

function arrow(source: Source, at: number): Found | undefined {
  const simple = source.isName(at - 1);
  if (!simple && !source.is(at - 1, ")")) return undefined;
  const open = simple ? at - 1 : source.match(at - 1);
  const block = source.is(at + 1, "{");
  const from = asyncBefore(source, open);
  return {
    name: assignedTo(source, from),
    from,
    parameters: simple ? [at - 1, at] : [open + 1, at - 1],
    body: block ? [at + 2, source.match(at + 1)] : [at + 1, source.endOfPart(at + 1)],
    expression: !block,
  };
}

const asyncBefore = (source: Source, at: number) => (source.is(at - 1, "async") ? at - 1 : at);

const assignedTo = (source: Source, from: number) =>
  source.is(from - 1, "=") && source.isName(from - 2) && source.is(from - 3, "const", "let", "var") ? source.text(from - 2) : "";

/** The name that a file exports by default, where it exports a name. */
function exportedName(source: Source): string | undefined {
  for (let at = 0; at < source.tokens.length; at += 1) {
    if (
      source.is(at, "default") &&
      source.is(at - 1, "export") &&
      source.isName(at + 1) &&
      !source.is(at + 1, "async", "function")
    ) {
      return source.is(at + 2, "=>") ? undefined : source.text(at + 1);
    }
    if (source.is(at, "as") && source.is(at + 1, "default")) return source.text(at - 1);
  }
  return undefined;
}

function isHandler(source: Source, { from, name }: Found, exported: string | undefined): boolean {
  return source.is(from - 1, "default") || (name !== "" && name === exported && source.parent[from] === -1);
}
