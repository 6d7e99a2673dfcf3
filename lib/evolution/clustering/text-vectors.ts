/** A sparse vector of unit length: term → weight. Empty for a text without terms. */
export type TextVector = ReadonlyMap<string, number>;

const MAX_CHARACTERS = 600;

/** Lower case, NFKC, one space between words, every number as `#`: so that equal mistakes about other values look equal. */
export const maskText = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\d+(?:[.,]\d+)*/g, "#")
    .replace(/\s+/g, " ")
    .trim();

/** Character 2–4-grams of a masked text, each with `prefix`; no tokenizer is needed, so it reads Chinese too. */
export function characterGrams(text: string, prefix = ""): string[] {
  const characters = [...maskText(text)].slice(0, MAX_CHARACTERS);
  const grams: string[] = [];
  for (let size = 2; size <= 4; size++) {
    for (let start = 0; start + size <= characters.length; start++) {
      grams.push(prefix + characters.slice(start, start + size).join(""));
    }
  }
  return grams;
}

/** Neighbouring pairs of a sequence, with its start and end marked. */
export function sequenceBigrams(items: readonly string[], prefix = ""): string[] {
  const marked = ["^", ...items, "$"];
  return marked.slice(1).map((item, index) => `${prefix}${marked[index]}>${item}`);
}

/** TF-IDF vectors of unit length: (1 + ln tf) · ln((1 + N) / (1 + df)) + 1 on the second factor, as smoothed IDF is usually taken. */
export function tfIdfVectors(documents: readonly (readonly string[])[]): TextVector[] {
  const counted = documents.map((terms) => {
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  });
  const documentFrequency = new Map<string, number>();
  for (const counts of counted) {
    for (const term of counts.keys()) documentFrequency.set(term, (documentFrequency.get(term) ?? 0) + 1);
  }
  return counted.map((counts) => {
    const vector = new Map<string, number>();
    let square = 0;
    for (const [term, count] of counts) {
      const idf = Math.log((1 + documents.length) / (1 + (documentFrequency.get(term) ?? 0))) + 1;
      const weight = (1 + Math.log(count)) * idf;
      vector.set(term, weight);
      square += weight * weight;
    }
    const norm = Math.sqrt(square);
    for (const [term, weight] of vector) vector.set(term, weight / norm);
    return vector;
  });
}

/**
 * Cosines of every row vector with every column vector, row by row, from 0 to 1. Two empty vectors have cosine 1.
 * Goes through an inverted index, so terms that occur in one text alone cost nothing.
 */
export function cosines(rows: readonly TextVector[], columns: readonly TextVector[]): Float64Array {
  const width = columns.length;
  const index = new Map<string, { column: number; weight: number }[]>();
  columns.forEach((vector, column) => {
    for (const [term, weight] of vector) {
      const postings = index.get(term);
      if (postings === undefined) index.set(term, [{ column, weight }]);
      else postings.push({ column, weight });
    }
  });
  const products = new Float64Array(rows.length * width);
  rows.forEach((vector, row) => {
    const start = row * width;
    for (const [term, weight] of vector) {
      for (const posting of index.get(term) ?? []) {
        products[start + posting.column] = (products[start + posting.column] ?? 0) + weight * posting.weight;
      }
    }
    if (vector.size === 0) {
      columns.forEach((other, column) => {
        if (other.size === 0) products[start + column] = 1;
      });
    }
  });
  return products;
}
