const STOP_WORDS = new Set(
  (
    "a about all also am an and any are as at be been but by can could did do does for from get got had has have how i if in into is it " +
    "its just let like me my no not of on one only or our please so some than that the their them then there these they this to too up us was we " +
    "were what when where which who why will with would you your yes hi hello hey okay ok really very much more host"
  ).split(" "),
);

const CHINESE_RUN = /\p{Script=Han}+/gu;

/**
 * Content words of a text, lower case, each once: words of at least three letters that are no stop words and no
 * contractions, and pairs of neighbouring Chinese characters.
 */
export function contentWords(text: string): string[] {
  const normal = text.normalize("NFKC").toLowerCase();
  const words = (normal.match(/[\p{Script=Latin}][\p{Script=Latin}'’-]{2,}/gu) ?? [])
    .map((word) => word.replace(/['’]s$/, ""))
    .filter((word) => !STOP_WORDS.has(word) && !/['’]/.test(word));
  const pairs = (normal.match(CHINESE_RUN) ?? []).flatMap((run) => {
    const characters = [...run];
    return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
  return [...new Set([...words, ...pairs])];
}
