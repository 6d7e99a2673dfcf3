import type { EvaluatedCase } from "../evaluated-case";
import { failureSignature, signatureMismatch } from "./signature";
import { characterGrams, cosines, sequenceBigrams, tfIdfVectors } from "./text-vectors";

/** A symmetric matrix of distances from 0 to 1 with a zero diagonal, row by row. */
export interface DistanceMatrix {
  size: number;
  values: Float64Array;
}

export const distanceBetween = (matrix: DistanceMatrix, a: number, b: number) => matrix.values[a * matrix.size + b] ?? 0;

/** Terms a failure is compared by: its reply, why its checks failed, and the order of its tool calls. */
const failureTerms = ({ result }: EvaluatedCase) => [
  ...characterGrams(result.reply, "r"),
  ...result.checks.filter((check) => check.verdict === "failed").flatMap((check) => characterGrams(check.why, "c")),
  ...sequenceBigrams(result.features.tools, "t"),
];

/**
 * Distances between failures (METHODS.md section 1, without an LLM): ½ weighted signature mismatch and ½ cosine distance
 * over character 2–4-gram TF-IDF of the reply, the failed checks' messages and tool bigrams.
 */
export function failureDistances(failures: readonly EvaluatedCase[]): DistanceMatrix {
  const size = failures.length;
  const signatures = failures.map(failureSignature);
  const vectors = tfIdfVectors(failures.map(failureTerms));
  const similarity = cosines(vectors, vectors);
  const values = new Float64Array(size * size);
  signatures.forEach((a, row) => {
    signatures.forEach((b, column) => {
      if (column <= row) return;
      const text = Math.min(1, Math.max(0, 1 - (similarity[row * size + column] ?? 0)));
      const distance = signatureMismatch(a, b) / 2 + text / 2;
      values[row * size + column] = distance;
      values[column * size + row] = distance;
    });
  });
  return { size, values };
}

/** The distances among some of the items, in the order given. */
export function subMatrix(matrix: DistanceMatrix, items: readonly number[]): DistanceMatrix {
  const size = items.length;
  const values = new Float64Array(size * size);
  items.forEach((a, row) => {
    items.forEach((b, column) => {
      values[row * size + column] = distanceBetween(matrix, a, b);
    });
  });
  return { size, values };
}
