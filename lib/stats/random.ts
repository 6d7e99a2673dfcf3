/** Uniform 32-bit unsigned integers. */
export type RandomBits = () => number;

const BATCH = 256;
const UNIT = 1 / 4_294_967_296;

/**
 * A seeded generator (sfc32, C. Doty-Humphrey, PractRand): equal seeds give equal sequences on every machine. Not for
 * secrets. `seed` is taken modulo 2^32. Numbers are made in batches, so that loops of millions stay out of the allocator.
 */
export class RandomStream {
  private readonly batch = new Float64Array(BATCH);
  private place = BATCH;
  private a = 0x9e3779b9 | 0;
  private b = 0x243f6a88 | 0;
  private c: number;
  private counter = 1;

  constructor(seed: number) {
    this.c = seed | 0;
    this.write(this.batch, 15);
  }

  /** The next number from 0 (inclusive) to 1 (exclusive). */
  unit(): number {
    if (this.place === BATCH) {
      this.write(this.batch, BATCH);
      this.place = 0;
    }
    const value = this.batch[this.place] as number;
    this.place += 1;
    return value;
  }

  /** Overwrites the array with numbers from 0 to 1 that follow those made so far. */
  fill(units: Float64Array): void {
    this.write(units, units.length);
  }

  private write(units: Float64Array, count: number): void {
    let { a, b, c, counter } = this;
    for (let index = 0; index < count; index += 1) {
      const sum = (a + b + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (c << 21) | (c >>> 11);
      c = (c + sum) | 0;
      units[index] = (sum >>> 0) * UNIT;
    }
    this.a = a;
    this.b = b;
    this.c = c;
    this.counter = counter;
  }
}

/** The numbers of a `RandomStream` as a function. */
export function createRandom(seed: number): RandomBits {
  const stream = new RandomStream(seed);
  return () => stream.unit() / UNIT;
}

/** A number from 0 (inclusive) to 1 (exclusive). */
export function randomUnit(random: RandomBits): number {
  return random() * UNIT;
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
