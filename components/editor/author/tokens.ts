/** `template` is a piece of a template literal between its quotes and the `${` … `}` in it, quotes included. */
export interface Token {
  kind: "name" | "punct" | "text" | "template" | "number" | "regex" | "comment";
  text: string;
  start: number;
  end: number;
  /** False for a string, template or comment that runs to its line's or the file's end without its closing mark. */
  closed: boolean;
}

const SPACE = /\s+/y;
const NAME = /[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /\d[\w.]*/y;
const PUNCT = /\.\.\.|=>|===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|[-+*/%&|^]=|[^\s]/uy;
const REGEX = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEXT = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
const PIECE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{|$)/y;

/** Words after which a slash begins a regular expression and not a division. */
const BEFORE_VALUE = new Set(["return", "typeof", "case", "in", "of", "await", "void", "delete", "new", "else", "do", "yield"]);

/** Splits JavaScript that need not parse into tokens, comments among them; never throws. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  /** Depth of braces at which each open `${` stands. */
  const templates: number[] = [];
  let depth = 0;
  let last: Token | undefined;
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const add = (kind: Token["kind"], found: string, closed = true) => {
    const token = { kind, text: found, start: at, end: at + found.length, closed };
    tokens.push(token);
    at = token.end;
    if (kind !== "comment") last = token;
  };
  const piece = (opening: string) => {
    at += opening.length;
    const rest = match(PIECE) ?? "";
    at -= opening.length;
    const opens = rest.endsWith("${");
    add("template", opening + (opens ? rest.slice(0, -2) : rest), opens || rest.endsWith("`"));
    if (!opens) return;
    add("punct", "${");
    templates.push(depth);
  };
  while (at < text.length) {
    const space = match(SPACE);
    if (space) {
      at += space.length;
      continue;
    }
    const comment = match(COMMENT);
    if (comment) {
      add("comment", comment, comment.startsWith("/*") && comment.length > 3 && comment.endsWith("*/"));
      continue;
    }
    const name = match(NAME);
    if (name) {
      add("name", name);
      continue;
    }
    const number = match(NUMBER);
    if (number) {
      add("number", number);
      continue;
    }
    const string = match(TEXT);
    if (string) {
      add("text", string, string.length > 1 && string.at(-1) === string[0]);
      continue;
    }
    const regex = beginsValue(last) ? match(REGEX) : undefined;
    if (regex) {
      add("regex", regex);
      continue;
    }
    if (text[at] === "`") {
      piece("`");
      continue;
    }
    if (text[at] === "}" && templates.length > 0 && templates.at(-1) === depth) {
      templates.pop();
      add("punct", "}");
      piece("");
      continue;
    }
    const punct = match(PUNCT) ?? text.charAt(at);
    if (punct === "{") depth += 1;
    if (punct === "}") depth -= 1;
    add("punct", punct);
  }
  return tokens;
}

function beginsValue(last: Token | undefined): boolean {
  if (!last) return true;
  if (last.kind === "punct") return last.text !== ")" && last.text !== "]" && last.text !== "}";
  return last.kind === "name" && BEFORE_VALUE.has(last.text);
}
