import { diffArrays } from "diff";

/** A run of text that both sides have, or only the base (`removed`) or only the head (`added`). */
export interface TextPiece {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Long texts that share little are not worth a browser's second; they are shown as wholly different. */
const TIMEOUT_MS = 150;

const RUNS = /\p{Script=Han}{1,400}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}_])+|\s+|./gsu;
const HAN = /^\p{Script=Han}/u;
const dictionary = new Intl.Segmenter("zh", { granularity: "word" });

/** Words, white space and single marks. Only Chinese asks the dictionary, whose time grows with the square of the text. */
const tokens = (text: string): string[] =>
  (text.match(RUNS) ?? []).flatMap((run) => (HAN.test(run) ? [...dictionary.segment(run)].map(({ segment }) => segment) : [run]));

/**
 * The difference of two texts by words, which for Chinese are those of a dictionary. The pieces without `added` make up the
 * base, character for character, and those without `removed` the head.
 */
export function wordDifference(base: string, head: string): TextPiece[] {
  if (base === head) return base === "" ? [] : [{ kind: "same", text: base }];
  const changes = diffArrays(tokens(base), tokens(head), { timeout: TIMEOUT_MS });
  const pieces: TextPiece[] = changes
    ? changes.map(({ added, removed, value }) => ({
        kind: added ? "added" : removed ? "removed" : "same",
        text: value.join(""),
      }))
    : [
        { kind: "removed", text: base },
        { kind: "added", text: head },
      ];
  return pieces.filter((piece) => piece.text !== "");
}
