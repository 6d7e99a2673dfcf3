/**
 * Characters that steer a display rather than being seen: control characters but tab and line feed (a terminal obeys some of
 * them), and those that turn the direction of text.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Text of any origin with such characters written as escapes, for example `\u001b`. */
export const visibleText = (text: string): string =>
  text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
