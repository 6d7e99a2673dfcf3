/** A seeded stream of random draws (mulberry32), so that the case files are the same byte for byte every time. */
export interface Draw {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, limit). */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
  chance(probability: number): boolean;
}

export function createDraw(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
    shuffle: (items) => {
      const order = [...items];
      for (let index = order.length - 1; index > 0; index -= 1) {
        const other = below(index + 1);
        [order[index], order[other]] = [order[other] as (typeof order)[number], order[index] as (typeof order)[number]];
      }
      return order;
    },
    chance: (probability) => next() < probability,
  };
}
