import { createRandom, type RandomBits, randomUnit } from "@/lib/stats/random";

/** Draws of one planter: equal seeds draw alike. */
export interface Draws {
  bits: RandomBits;
  below(count: number): number;
  /** One of the items, which must not be empty. */
  one<T>(items: readonly T[]): T;
}

export function createDraws(seed: number): Draws {
  const bits = createRandom(seed);
  const below = (count: number) => Math.floor(randomUnit(bits) * count);
  return {
    bits,
    below,
    one: (items) => {
      const [first] = items;
      if (first === undefined) throw new Error("nothing to draw from");
      return items[below(items.length)] ?? first;
    },
  };
}
