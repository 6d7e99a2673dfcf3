import { splitSentences } from "./sentences";

type Rule = readonly [RegExp, string];

/** The rules of the Penn Treebank tokenizer in their order; each sets signs and endings apart by spaces. */
const RULES: readonly Rule[] = [
  [/([«“‘„]|`+)/g, " $1 "],
  [/^"/, "``"],
  [/(``)/g, " $1 "],
  [/([ ([{<])("|'{2})/g, "$1 `` "],
  [/(')(?!re|ve|ll|m|t|s|d|n)([\p{L}\p{N}_])(?![\p{L}\p{N}_])/giu, "$1 $2"],
  [/([^.])(\.)([\])}>"'»”’ ]*)\s*$/, "$1 $2 $3 "],
  [/([:,])([^\d])/g, " $1 $2"],
  [/([:,])$/, " $1 "],
  [/\.{2,}/g, " $& "],
  [/[;@#$%&]/g, " $& "],
  [/([^.])(\.)([\])}>"']*)\s*$/, "$1 $2$3 "],
  [/[?!]/g, " $& "],
  [/([^'])' /g, "$1 ' "],
  [/[*]/g, " $& "],
  [/[\][(){}<>]/g, " $& "],
  [/--/g, " -- "],
];

const ENDINGS: readonly Rule[] = [
  [/([»”’])/g, " $1 "],
  [/''/g, " '' "],
  [/"/g, " '' "],
  [/([^' ])('[sS]|'[mM]|'[dD]|') /g, "$1 $2 "],
  [/([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) /g, "$1 $2 "],
  [/\b(can)(not)\b/gi, " $1 $2 "],
  [/\b(d)('ye)\b/gi, " $1 $2 "],
  [/\b(gim|lem)(me)\b/gi, " $1 $2 "],
  [/\b(gon|wan)(na)\b/gi, " $1 $2 "],
  [/\b(got)(ta)\b/gi, " $1 $2 "],
  [/\b(more)('n)\b/gi, " $1 $2 "],
  [/ ('t)(is|was)\b/gi, " $1 $2 "],
];

const apply = (text: string, rules: readonly Rule[]) =>
  rules.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), text);

/** Words of an English text as the Penn Treebank divides them: signs apart, `can't` as `ca` and `n't`. */
export const treebankWords = (text: string): string[] =>
  splitSentences(text).flatMap((sentence) =>
    apply(` ${apply(sentence.replace(/\s+/g, " "), RULES)} `, ENDINGS)
      .split(/\s+/)
      .filter((word) => word !== ""),
  );
