import "server-only";
import type { Redis } from "ioredis";
import { Bundle } from "@/lib/contracts/harness";
import { hashManifest, hashText, manifestOf } from "@/lib/harness/hash";

/** Kept this long after a run last named it, in seconds. */
const KEPT_SECONDS = 7 * 24 * 3_600;
const KEPT_IN_MEMORY = 50;

const textKey = (hash: string) => `studio:text:${hash}`;
const bundleKey = (hash: string) => `studio:bundle:${hash}`;

/** Puts a text where every worker finds it under its hash; answers the hash. */
export async function putText(redis: Redis, text: string): Promise<string> {
  const hash = hashText(text);
  await redis.set(textKey(hash), text, "EX", KEPT_SECONDS);
  return hash;
}

export async function putBundle(redis: Redis, hash: string, bundle: Bundle): Promise<void> {
  await redis.set(bundleKey(hash), JSON.stringify(bundle), "EX", KEPT_SECONDS);
}

/** Reads material by hash. What was read is checked against its hash and kept in memory: neither ever changes. */
export class MaterialReader {
  private readonly kept = new Map<string, unknown>();

  constructor(private readonly redis: Redis) {}

  /** A text, through `parse`. */
  text<Value>(hash: string, parse: (text: string) => Value): Promise<Value> {
    return this.once(textKey(hash), async (key) => {
      const text = await this.read(key);
      if (hashText(text) !== hash) throw new Error(`${key} is not what its hash says`);
      return parse(text);
    });
  }

  /** The bundle of a version, through `parse`. */
  bundle<Value>(hash: string, parse: (bundle: Bundle) => Value): Promise<Value> {
    return this.once(bundleKey(hash), async (key) => {
      const bundle = Bundle.parse(JSON.parse(await this.read(key)));
      if (hashManifest(manifestOf(bundle)) !== hash) throw new Error(`${key} is not what its hash says`);
      return parse(bundle);
    });
  }

  private async read(key: string): Promise<string> {
    const text = await this.redis.get(key);
    if (text === null) throw new Error(`${key} is not there`);
    return text;
  }

  private once<Value>(key: string, make: (key: string) => Promise<Value>): Promise<Value> {
    const known = this.kept.get(key) as Promise<Value> | undefined;
    if (known) return known;
    const made = make(key);
    this.kept.set(key, made);
    made.catch(() => this.kept.delete(key));
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT_IN_MEMORY && oldest !== undefined) this.kept.delete(oldest);
    return made;
  }
}
