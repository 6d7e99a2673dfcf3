import "server-only";
import { readBundle } from "@/db/bundle-repository";
import type { Store } from "@/db/client";
import type { Harness } from "@/lib/contracts/harness";
import { parseHarness } from "@/lib/harness/parse";
import { BoundedMap } from "../bounded-map";

/** A version as it can be released. */
interface ReleasedHarness {
  parsed: Harness;
  files: number;
}

/** By version hash; what a hash stands for never changes. */
const known = new BoundedMap<string, ReleasedHarness>(20);

/** The parsed harness of a version and the number of its files; undefined where it is not there or cannot be read. */
export function releasedHarness(store: Store, version: string): ReleasedHarness | undefined {
  const before = known.get(version);
  if (before) return before;
  const files = readBundle(store, version);
  const parsed = files && parseHarness(files).harness;
  if (!parsed) return undefined;
  const found = { parsed, files: Object.keys(files).length };
  known.set(version, found);
  return found;
}
