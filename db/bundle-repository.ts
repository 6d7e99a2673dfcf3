import { eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Store } from "./client";
import { blobs, manifestEntries, manifests } from "./schema";

/** Path → content hash. */
export type Manifest = Record<string, string>;

/** Longest walk from a manifest to the full snapshot below it. */
const MAX_DEPTH = 32;
/** Bound variables a statement: well below SQLite's limit. */
const CHUNK = 500;

const ChainRow = z.object({ path: z.string(), blob: z.string().nullable() });

/** The manifest of a hash, or null. Walks at most 32 differences down to a full snapshot. */
export function readManifest(store: Store, hash: string): Manifest | null {
  const known = store.select({ hash: manifests.hash }).from(manifests).where(eq(manifests.hash, hash)).get();
  if (!known) return null;
  const rows = store.all(sql`
    with recursive chain(hash, base, level) as (
      select hash, base_hash, 0 from manifests where hash = ${hash}
      union all
      select m.hash, m.base_hash, chain.level + 1 from manifests m join chain on m.hash = chain.base
    )
    select e.path as path, e.blob_hash as blob from chain join manifest_entries e on e.manifest_hash = chain.hash
    order by chain.level desc`);
  const manifest: Manifest = {};
  for (const row of z.array(ChainRow).parse(rows)) {
    if (row.blob === null) delete manifest[row.path];
    else manifest[row.path] = row.blob;
  }
  return manifest;
}

/**
 * Stores a manifest and the texts it names that are new. Beside `base` only what differs is written; a full snapshot
 * is written without a base, at every 33rd step of a chain, and where the difference would not be smaller.
 */
export function storeManifest(
  store: Store,
  bundle: { hash: string; manifest: Manifest; textOf: (path: string) => string; base: string | null },
): void {
  const { hash, manifest, textOf, base } = bundle;
  if (store.select({ hash: manifests.hash }).from(manifests).where(eq(manifests.hash, hash)).get()) return;
  const below = base ? store.select().from(manifests).where(eq(manifests.hash, base)).get() : undefined;
  const baseManifest = below && below.depth < MAX_DEPTH ? readManifest(store, below.hash) : null;
  const changed: { path: string; blobHash: string | null }[] = [];
  for (const [path, blobHash] of Object.entries(manifest)) {
    if (baseManifest?.[path] !== blobHash) changed.push({ path, blobHash });
  }
  for (const path of Object.keys(baseManifest ?? {})) {
    if (!(path in manifest)) changed.push({ path, blobHash: null });
  }
  const delta = below && baseManifest && changed.length < Object.keys(manifest).length ? below : null;
  const rows = delta ? changed : Object.entries(manifest).map(([path, blobHash]) => ({ path, blobHash }));
  for (const { path, blobHash } of rows) {
    if (blobHash !== null)
      store
        .insert(blobs)
        .values({ hash: blobHash, text: textOf(path) })
        .onConflictDoNothing()
        .run();
  }
  store
    .insert(manifests)
    .values({ hash, baseHash: delta?.hash ?? null, depth: delta ? delta.depth + 1 : 0 })
    .run();
  for (let start = 0; start < rows.length; start += CHUNK) {
    store
      .insert(manifestEntries)
      .values(rows.slice(start, start + CHUNK).map((row) => ({ manifestHash: hash, ...row })))
      .run();
  }
}

/** The files of a version, path → text, or null where the hash is unknown. Paths in code unit order. */
export function readBundle(store: Store, hash: string): Record<string, string> | null {
  const manifest = readManifest(store, hash);
  if (!manifest) return null;
  const hashes = [...new Set(Object.values(manifest))];
  const texts = new Map<string, string>();
  for (let start = 0; start < hashes.length; start += CHUNK) {
    const found = store
      .select()
      .from(blobs)
      .where(inArray(blobs.hash, hashes.slice(start, start + CHUNK)))
      .all();
    for (const row of found) texts.set(row.hash, row.text);
  }
  const bundle: Record<string, string> = {};
  for (const path of Object.keys(manifest).sort()) {
    const text = texts.get(manifest[path] ?? "");
    if (text === undefined) throw new Error(`blob of ${path} in manifest ${hash} is missing`);
    bundle[path] = text;
  }
  return bundle;
}

/** The text of one file of a version, or null where the version or the file is not there. */
export function readBundleFile(store: Store, hash: string, path: string): string | null {
  const rows = store.all(sql`
    with recursive chain(hash, base, level) as (
      select hash, base_hash, 0 from manifests where hash = ${hash}
      union all
      select m.hash, m.base_hash, chain.level + 1 from manifests m join chain on m.hash = chain.base
    )
    select b.text as text from chain
      join manifest_entries e on e.manifest_hash = chain.hash and e.path = ${path}
      left join blobs b on b.hash = e.blob_hash
    order by chain.level limit 1`);
  return z.array(z.object({ text: z.string().nullable() })).parse(rows)[0]?.text ?? null;
}
