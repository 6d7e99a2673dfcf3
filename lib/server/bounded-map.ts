import "server-only";

/** A map that forgets the entry that was set longest ago once it holds more than `size`. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();

  constructor(readonly size: number) {}

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.size && oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
