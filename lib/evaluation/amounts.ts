const HAN_DIGITS: Record<string, number> = { 零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };
const HAN_UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1_000, 万: 10_000 };
const WORDS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  twenty: 20,
  thirty: 30,
  fifty: 50,
};

/** Source of a regular expression for a number in digits ("1,299.50") or Chinese numerals ("八十九"), one group. */
export const NUMBER =
  "((?<![\\d.,])\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?(?!\\d)|(?<![\\d.])\\d+(?:\\.\\d+)?(?!\\.?\\d)|(?<![几数零〇一二两三四五六七八九十百千万])[零〇一二两三四五六七八九十百千万]+(?![零〇一二两三四五六七八九十百千万]))";
/** The same for a small count that may be an English word, one group. */
export const COUNT = `(${NUMBER.slice(1, -1)}|\\b(?:${Object.keys(WORDS).join("|")})\\b)`;

/** The number that a match of NUMBER or COUNT means; NaN for none. */
export function parseAmount(text: string): number {
  const plain = text.trim().toLowerCase();
  if (plain === "") return Number.NaN;
  if (plain in WORDS) return WORDS[plain] ?? Number.NaN;
  if (/^[\d.,]+$/.test(plain)) return Number(plain.replaceAll(",", ""));
  if ([...plain].every((character) => character in HAN_DIGITS))
    return Number([...plain].map((character) => HAN_DIGITS[character]).join(""));
  let total = 0;
  let section = 0;
  let digit = 0;
  for (const character of plain) {
    const unit = HAN_UNITS[character];
    const value = HAN_DIGITS[character];
    if (value !== undefined) digit = value;
    else if (unit === 10_000) {
      total += (section + digit) * unit;
      section = 0;
      digit = 0;
    } else if (unit !== undefined) {
      section += (digit === 0 ? 1 : digit) * unit;
      digit = 0;
    } else return Number.NaN;
  }
  return total + section + digit;
}

/** Equal to the cent. */
export const sameAmount = (a: number, b: number) => Math.abs(a - b) < 0.005;
