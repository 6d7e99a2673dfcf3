import type { Draws } from "./draws";

const LONGEST = 24;

/** Cuts bytes into pieces of at most 24, with a border inside every UTF-8 sequence; the pieces join to the same bytes. */
export function cutEverywhere(bytes: Uint8Array, draws: Draws): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let start = 0;
  let length = next(pieces.length, draws);
  for (let at = 1; at < bytes.length; at += 1) {
    const insideSequence = ((bytes[at] ?? 0) & 0xc0) === 0x80;
    if (!insideSequence && at - start < length) continue;
    pieces.push(bytes.subarray(start, at));
    start = at;
    length = next(pieces.length, draws);
  }
  if (start < bytes.length) pieces.push(bytes.subarray(start));
  return pieces;
}

function next(index: number, draws: Draws): number {
  return 1 + Math.floor(draws.unit(`piece ${index}`) * LONGEST);
}
