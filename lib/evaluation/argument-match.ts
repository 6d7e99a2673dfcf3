import type { JsonValue } from "@/lib/contracts/ids";

/**
 * Whether two JSON values mean the same as tool arguments: strings without case and surrounding space, a number equal to
 * its decimal string, arrays and objects part by part (an object may have more fields than `expected`).
 */
export function sameArgument(expected: JsonValue, actual: JsonValue | undefined): boolean {
  if (actual === undefined) return false;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((value, index) => sameArgument(value, actual[index]));
  }
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return false;
    return Object.entries(expected).every(([key, value]) => sameArgument(value, actual[key]));
  }
  if (typeof actual === "object" && actual !== null) return false;
  if (typeof expected === "number" || typeof actual === "number") return sameNumber(expected, actual);
  return foldArgument(expected) === foldArgument(actual);
}

/** Whether an argument (or an element of it, where it is an array) contains one of the strings, without case. */
export function argumentContains(needles: readonly string[], actual: JsonValue | undefined): boolean {
  if (actual === undefined) return false;
  if (Array.isArray(actual)) return actual.some((element) => argumentContains(needles, element));
  const text = typeof actual === "object" && actual !== null ? JSON.stringify(actual) : String(actual);
  const folded = foldArgument(text);
  return needles.some((needle) => folded.includes(foldArgument(needle)));
}

const foldArgument = (value: string | number | boolean | null) => String(value).normalize("NFKC").trim().toLowerCase();

function sameNumber(a: string | number | boolean | null, b: string | number | boolean | null): boolean {
  const numeric = (value: typeof a) =>
    typeof value === "number" ? value : typeof value === "string" && value.trim() !== "" ? Number(value.trim()) : Number.NaN;
  return numeric(a) === numeric(b);
}
