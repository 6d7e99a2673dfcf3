import { contentWords } from "../../clustering/words";

/** A crude stem of an English word; Chinese pairs stay as they are. */
export const stemOf = (word: string) => word.replace(/(?:ing|ed|es|s|e)$/, "");

/** Stems of the content words of a text. */
export const stemsOf = (text: string): Set<string> => new Set(contentWords(text.replaceAll(/[_-]/g, " ")).map(stemOf));

export const sharedStems = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((stem) => b.has(stem));

export const sentencesOf = (text: string) => text.split(/(?<=[.!?。！？])\s*/).filter((sentence) => sentence !== "");

/** Texts between quotation marks of any kind that are longer than a word of three letters. */
export const quotedIn = (text: string): string[] =>
  [...text.matchAll(/[“"「]([^”"」]{4,160})[”"」]/g)].flatMap(([, quoted]) => quoted ?? []);
