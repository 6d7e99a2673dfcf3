/** Uniform 32-bit unsigned integers. */
export type RandomBits = () => number;

/**
 * A seeded generator (sfc32, C. Doty-Humphrey, PractRand): equal seeds give equal sequences on every machine. Not for
 * secrets. `seed` is taken modulo 2^32.
 */
export function createRandom(seed: number): RandomBits {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed >>> 0;
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = ((c << 21) | (c >>> 11)) >>> 0;
    c = (c + sum) >>> 0;
    return sum;
  };
  for (let warmUp = 0; warmUp < 15; warmUp += 1) next();
  return next;
}

/** A number from 0 (inclusive) to 1 (exclusive). */
export function randomUnit(random: RandomBits): number {
  return random() / 4_294_967_296;
}

/** A shuffled copy (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], random: RandomBits): T[] {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(randomUnit(random) * (last + 1));
    const held = copy[last] as T;
    copy[last] = copy[other] as T;
    copy[other] = held;
  }
  return copy;
}
