import "server-only";
import { readBundleFile } from "@/db/bundle-repository";
import type { Store } from "@/db/client";
import type { VersionListItem } from "@/lib/contracts/version";
import { parseConfig } from "@/lib/harness/parse-config";
import { BoundedMap } from "./bounded-map";

const CONFIG = "harness.yaml";

/** By version hash; what a hash stands for never changes. */
const known = new BoundedMap<string, VersionListItem["kind"]>(5_000);

/** Whether a version is an agent or a judge; an agent where its harness.yaml cannot be read. */
export function versionKind(store: Store, hash: string): VersionListItem["kind"] {
  const before = known.get(hash);
  if (before) return before;
  const kind = parseConfig(CONFIG, readBundleFile(store, hash, CONFIG) ?? "").config?.kind ?? "agent";
  known.set(hash, kind);
  return kind;
}
