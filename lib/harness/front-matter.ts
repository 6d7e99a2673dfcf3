/** A Markdown file split at its YAML header. Lines count from 1. */
export interface FrontMatter {
  /** YAML between the `---` lines; null where the file has no header. */
  header: string | null;
  headerLine: number;
  body: string;
  bodyLine: number;
  /** The header was opened and never closed. */
  unclosed: boolean;
}

/** Splits `---` front matter from a text. Never evaluates anything. */
export function splitFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const isFence = (line: string | undefined) => line !== undefined && /^---\s*$/.test(line);
  if (!isFence(lines[0])) return { header: null, headerLine: 1, body: lines.join("\n"), bodyLine: 1, unclosed: false };
  const end = lines.findIndex((line, index) => index > 0 && isFence(line));
  if (end === -1) return { header: lines.slice(1).join("\n"), headerLine: 2, body: "", bodyLine: lines.length, unclosed: true };
  return {
    header: lines.slice(1, end).join("\n"),
    headerLine: 2,
    body: lines.slice(end + 1).join("\n"),
    bodyLine: end + 2,
    unclosed: false,
  };
}
