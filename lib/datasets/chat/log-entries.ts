/** One entry of a log: its JSON text and the line on which it begins, from 1. */
export interface LogEntry {
  source: string;
  line: number;
}

/** The entries of a log: of a JSON array its elements, of JSON Lines its lines that are not empty. Checks no syntax. */
export function* logEntries(text: string): Generator<LogEntry> {
  const body = text.replace(/^\uFEFF/, "");
  if (body.trimStart().startsWith("[")) yield* arrayElements(body);
  else {
    let line = 0;
    for (let start = 0; start < body.length; ) {
      const found = body.indexOf("\n", start);
      const end = found === -1 ? body.length : found;
      line += 1;
      const source = body.slice(start, end).trim();
      if (source !== "") yield { source, line };
      start = end + 1;
    }
  }
}

/** Splits at the commas of the outermost array; strings and nested values are passed over. */
function* arrayElements(text: string): Generator<LogEntry> {
  let line = 1;
  let depth = 0;
  let start = -1;
  let startLine = 1;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "\n") line += 1;
    const blank = char === " " || char === "\n" || char === "\r" || char === "\t";
    if (depth === 1 && start === -1 && !blank && char !== "," && char !== "]") {
      start = at;
      startLine = line;
    }
    if (char === '"') {
      const end = stringEnd(text, at);
      // A raw line break in a string is no JSON; it is counted so that later lines keep their numbers.
      for (let inner = at; inner < end; inner++) if (text[inner] === "\n") line += 1;
      at = end;
    } else if (char === "[" || char === "{") depth += 1;
    else if (char === "]" || char === "}") depth -= 1;
    const ended = (char === "," && depth === 1) || depth === 0;
    if (ended && start !== -1) {
      yield { source: text.slice(start, at).trim(), line: startLine };
      start = -1;
    }
    if (depth === 0 && at > 0 && char === "]") return;
  }
  if (start !== -1) yield { source: text.slice(start).trim(), line: startLine };
}

/** Place of the quote that ends the string which begins at `from`; the end of the text where none does. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
