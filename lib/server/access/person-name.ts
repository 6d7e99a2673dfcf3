import "server-only";

/** Names in which the studio itself writes, or somebody unnamed. */
const RESERVED = new Set(["local", "demo", "page", "studio", "agent", "nobody", "operator", "autopilot", "command-line"]);

/** Names that fold to one are one name: compatible characters, case and width of spaces make no difference. */
export const foldName = (name: string): string => name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();

/** Why nobody may have this name, or null: it stands under decisions, so it must be seen as what it is. */
export function nameProblem(name: string, taken: Iterable<string>): string | null {
  const folded = foldName(name);
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name) || folded === "") return "name: has a character that cannot be seen";
  if (folded.includes("(token")) return 'name: "(token" marks what a token wrote';
  if (RESERVED.has(folded)) return `name: ${folded} is a name of the studio itself`;
  for (const other of taken) if (foldName(other) === folded) return `name: there is somebody of the name ${other} already`;
  return null;
}

/** A text that somebody sent, as it is safe in a line of a log: single-line and bounded. */
export const oneLine = (text: string, most = 100): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, most);
