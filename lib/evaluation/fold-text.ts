/**
 * Text as checks compare it: Unicode NFKC, lower case, straight quotes and hyphens, runs of white space as one space and none
 * beside a Chinese character, numbers without thousands separators and trailing zeros ("1,299.00" → "1299").
 */
export function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’‛]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/\s+/g, " ")
    .replace(/(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu, "")
    .replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?!\d)/g, (number) => number.replaceAll(",", ""))
    .replace(/(?<![\d.])(\d+)\.(\d*?)0+(?![\d.]*\d)/g, (_, whole: string, fraction: string) =>
      fraction === "" ? whole : `${whole}.${fraction}`,
    )
    .trim();
}

/** Whether folded text contains a phrase; digits at its ends match whole numbers only ("89" is not in "189" or "89.5"). */
export function containsPhrase(foldedText: string, phrase: string): boolean {
  const needle = foldText(phrase);
  if (needle === "") return false;
  for (let at = foldedText.indexOf(needle); at !== -1; at = foldedText.indexOf(needle, at + 1)) {
    const before = foldedText.slice(Math.max(0, at - 2), at);
    const after = foldedText.slice(at + needle.length, at + needle.length + 2);
    const startsInside = /^\d/.test(needle) && /(?:\d|\d[.,])$/.test(before);
    const endsInside = /\d$/.test(needle) && /^(?:\d|[.,]\d)/.test(after);
    if (!startsInside && !endsInside) return true;
  }
  return false;
}
