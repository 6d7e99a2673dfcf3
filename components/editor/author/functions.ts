import type { Source } from "./source";

/** A function of the text, in indices of its tokens. */
export interface FoundFunction {
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
    if (made) found.push({ ...made, handler: isHandler(source, made.from, exported, source.is(at, "function") ? at : -1) });
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
  return { from: asyncBefore(source, at), parameters: [open + 1, close], body, expression: false };
}

function arrow(source: Source, at: number): Found | undefined {
  const simple = source.isName(at - 1);
  if (!simple && !source.is(at - 1, ")")) return undefined;
  const open = simple ? at - 1 : source.match(at - 1);
  const block = source.is(at + 1, "{");
  return {
    from: asyncBefore(source, open),
    parameters: simple ? [at - 1, at] : [open + 1, at - 1],
    body: block ? [at + 2, source.match(at + 1)] : [at + 1, source.endOfPart(at + 1)],
    expression: !block,
  };
}

const asyncBefore = (source: Source, at: number) => (source.is(at - 1, "async") ? at - 1 : at);

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

function isHandler(source: Source, from: number, exported: string | undefined, keyword: number): boolean {
  if (source.is(from - 1, "default")) return true;
  if (exported === undefined) return false;
  const named = keyword >= 0 && (source.text(keyword + 1) === exported || source.text(keyword + 2) === exported);
  return named ? source.parent[from] === -1 : source.is(from - 1, "=") && source.text(from - 2) === exported;
}
