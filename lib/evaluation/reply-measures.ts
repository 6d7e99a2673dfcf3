const WORD = /\p{Script=Han}|[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;

/** Length of a reply without space at its ends: characters (code points), or words (a Chinese character is a word). */
export function lengthOf(reply: string, unit: "characters" | "words"): number {
  const text = reply.trim();
  return unit === "characters" ? [...text].length : (text.match(WORD)?.length ?? 0);
}

/** `zh` where Chinese characters outnumber words in Latin letters, else `en`; null for a reply with neither. */
export function languageOf(reply: string): "en" | "zh" | null {
  const han = reply.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = reply.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  if (han === 0 && latin === 0) return null;
  return han > latin ? "zh" : "en";
}
