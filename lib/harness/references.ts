import { type Comment, parse, type Token } from "acorn";
import { HarnessConfig } from "@/lib/contracts/harness";
import { kindOf } from "./kind";

export type NamedKind = "skill" | "tool" | "hook" | "prompt";

/** A unit of a bundle that gets another name. `shared`: a unit of another kind bears the old name too. */
export interface Renaming {
  kind: NamedKind;
  from: string;
  to: string;
  /** Path prefixes that move with it: old → new. */
  paths: readonly (readonly [from: string, to: string])[];
  shared: boolean;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
/** Fields of harness.yaml that hold words of its own, never the name of a unit. */
const SETTINGS = new Set(Object.keys(HarnessConfig.shape).filter((key) => key !== "description" && key !== "conservativeReply"));
const SPOKEN: Record<NamedKind, string> = {
  skill: "skills?|技能",
  tool: "tools?|functions?|工具",
  hook: "hooks?|钩子",
  prompt: "blocks?|prompts?",
};

/** Whether a name is hardly a word of prose: it has an underscore, a hyphen, a digit or a capital inside. */
const isTelling = (name: string) => /[_\d-]|.[A-Z]/.test(name);

/**
 * Rewrites the references to a renamed unit in one file. A telling name is a reference wherever it stands as a whole word; a
 * name that is also a plain word (`chat`) only in quotes, in backticks, in a path or beside the word for its kind. Values that
 * are no text about the harness (settings, bindings, schemas) stay as they are.
 */
export function renameReferences(path: string, text: string, renaming: Renaming): string {
  switch (kindOf(path)) {
    case "config":
      return inSettings(text, renaming);
    case "tool":
      return text.replace(
        /("(?:title|description)"\s*:\s*)("(?:[^"\\\n]|\\.)*")/g,
        (_, key: string, value: string) => key + inProse(value, renaming),
      );
    case "hook":
    case "module":
      return inCode(text, renaming);
    case "skill":
      return inProse(renaming.kind === "tool" ? inAllowedTools(text, renaming) : text, renaming, /^name:.*$/m.exec(text)?.[0]);
    default:
      return inProse(text, renaming);
  }
}

const wholeWord = (name: string) => new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`, "g");

/** `kept`: a line that is left alone, the name of another unit. */
function inProse(text: string, renaming: Renaming, kept?: string): string {
  if (kept !== undefined) {
    const at = text.indexOf(kept);
    const end = at + kept.length;
    return inProse(text.slice(0, at), renaming) + kept + inProse(text.slice(end), renaming);
  }
  const { kind, from, to, shared } = renaming;
  let result = text;
  for (const [old, next] of renaming.paths) {
    result = result.replace(new RegExp(`(?<![\\w/.-])${escaped(old)}${old.endsWith("/") ? "" : "(?![\\w-])"}`, "g"), () => next);
  }
  if (shared) return result;
  if (isTelling(from)) return result.replace(wholeWord(from), () => to);
  const name = escaped(from);
  const marked = [
    `(?<=["'\`“‘「『])${name}(?=["'\`”’」』])`,
    `(?<=\\b(?:${SPOKEN[kind]})\\s{1,9})${name}(?![\\w-])`,
    `(?<![\\w-])${name}(?=\\s+(?:${SPOKEN[kind]})(?![\\w-]))`,
  ];
  return result.replace(new RegExp(marked.join("|"), "gi"), (found) => (found === from ? to : found));
}

function inAllowedTools(text: string, { from, to }: Renaming): string {
  const header = /^---[ \t\r]*\n[\s\S]*?\n---/.exec(text)?.[0];
  if (header === undefined) return text;
  const renamed = header.replace(/^allowed-tools:.*(?:\n(?:[ \t-].*)?(?=\n))*/m, (list) =>
    list.replace(wholeWord(from), () => to),
  );
  return renamed + text.slice(header.length);
}

function inSettings(text: string, renaming: Renaming): string {
  let field = "";
  return text
    .split("\n")
    .map((line) => {
      field = /^([\w-]+)\s*:/.exec(line)?.[1] ?? field;
      const comment = /^\s*#/.test(line);
      return SETTINGS.has(field) && !comment ? line : inProse(line, renaming);
    })
    .join("\n");
}

/** In code: inside texts and comments, and where the name is the key of an object or a property. Variables keep their names. */
function inCode(code: string, renaming: Renaming): string {
  const tokens: Token[] = [];
  const comments: Comment[] = [];
  try {
    parse(code, { ecmaVersion: 2022, sourceType: "module", onToken: tokens, onComment: comments });
  } catch {
    return code;
  }
  const edits = comments.map(({ start, end }) => ({ start, end, text: inProse(code.slice(start, end), renaming) }));
  tokens.forEach((token, index) => {
    const { start, end } = token;
    const word = code.slice(start, end);
    const { label } = token.type;
    if (label === "string" || label === "template" || label === "regexp") {
      const text = label === "string" && word.slice(1, -1) === renaming.from && !renaming.shared;
      edits.push({ start, end, text: text ? quoted(word, renaming.to) : inProse(word, renaming) });
    } else if (label === "name" && word === renaming.from && isTelling(word) && !renaming.shared) {
      const before = tokens[index - 1];
      const after = tokens[index + 1];
      const bare = IDENTIFIER.test(renaming.to);
      if (before?.type.label === ".") {
        edits.push(
          bare ? { start, end, text: renaming.to } : { start: before.start, end, text: `[${JSON.stringify(renaming.to)}]` },
        );
      } else if (after?.type.label === ":" && (before?.type.label === "{" || before?.type.label === ",")) {
        edits.push({ start, end, text: bare ? renaming.to : JSON.stringify(renaming.to) });
      }
    }
  });
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
}

const quoted = (literal: string, text: string) => literal[0] + text + literal[0];
