import { visibleText } from "@/lib/contracts/visible-text";

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));

/**
 * Text of any origin as a fenced block that it cannot leave: the fence is longer than any run of backticks in it. Characters
 * that would change the display without being seen are written as escapes.
 */
export function fenced(text: string, language: "text" | "json" = "text"): string {
  const shown = visibleText(text);
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}${shown.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** A name of any origin as a code span on one line; a dash where it is empty. */
export function inlineCode(text: string): string {
  const line = visibleText(text.replace(/\s+/g, " ").trim());
  if (line === "") return "–";
  const quotes = "`".repeat(longestRun(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${quotes}${pad}${line}${pad}${quotes}`;
}

/** Prose of any origin on one line, whose characters mean themselves; links, mentions and table cells included. */
export function plainText(text: string): string {
  return visibleText(text.replace(/\s+/g, " ").trim())
    .replace(/[\\`*_[\]<>|~#&@!]/g, (character) => `\\${character}`)
    .replace(/:(?=\/\/)/g, "\\:")
    .replace(/\bwww\./gi, (start) => start.replace(".", "\\."));
}

/** A name of any origin as a code span in a cell of a table, shortened where it is long. */
export function codeCell(text: string, most = 120): string {
  const short = [...text].length > most ? `${[...text].slice(0, most).join("")}…` : text;
  return inlineCode(short).replaceAll("|", "\\|");
}
