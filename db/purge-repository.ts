import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { RemovableKind } from "../lib/contracts/storage";
import type { Store } from "./client";

const all = (store: Store, statements: readonly SQL[]) => {
  for (const statement of statements) store.run(statement);
};

/** Takes away what hangs on runs, and the runs. The looks at a set that is not for development stay: they were had. */
function purgeRuns(store: Store, which: SQL): void {
  const own = sql`(select id from runs where ${which})`;
  all(store, [
    ...["trajectories", "vote_trajectories", "reusable", "case_results"].map(
      (table) => sql`delete from ${sql.raw(table)} where run in ${own}`,
    ),
    sql`update looks set run = null where run in ${own}`,
    sql`delete from comparisons where base in ${own} or head in ${own}`,
    sql`delete from runs where ${which}`,
  ]);
}

function purgeDatasets(store: Store, which: SQL): void {
  const own = sql`(select id from datasets where ${which})`;
  purgeRuns(store, sql`dataset in ${own}`);
  all(store, [
    sql`delete from looks where dataset in ${own}`,
    sql`delete from cases where dataset in ${own}`,
    sql`delete from dataset_versions where dataset in ${own}`,
    sql`delete from datasets where ${which}`,
  ]);
}

function purgeProject(store: Store, project: string): void {
  const campaigns = sql`(select id from campaigns where project = ${project})`;
  const stages = sql`(select id from stages where campaign in ${campaigns})`;
  all(store, [
    sql`delete from served where project = ${project}`,
    sql`delete from releases where project = ${project}`,
    ...["diagnoses", "entries", "trials", "credits"].map((table) => sql`delete from ${sql.raw(table)} where stage in ${stages}`),
    sql`delete from pinned_clusters where campaign in ${campaigns}`,
    sql`delete from stages where campaign in ${campaigns}`,
    sql`delete from autopilots where campaign in ${campaigns}`,
    sql`delete from campaigns where project = ${project}`,
  ]);
  purgeRuns(store, sql`project = ${project}`);
  purgeDatasets(store, sql`project = ${project}`);
  all(store, [
    sql`delete from outcome_snapshots where experiment in (select id from experiments where project = ${project})`,
    ...[
      ...["experiments", "webhook_deliveries", "webhooks", "promotion_requests", "calibrations", "gate_settings"],
      ...["judge_versions", "judges", "project_faqs", "versions", "memberships"],
    ].map((table) => sql`delete from ${sql.raw(table)} where project = ${project}`),
    sql`delete from projects where id = ${project}`,
  ]);
}

/**
 * Takes something that was deleted away for good, with all that belongs to it; call it in a transaction. Audit events stay. Fails, at the
 * end of the transaction at the latest, where something else still names it.
 */
export function purgeRemoved(store: Store, kind: RemovableKind, id: string): void {
  // Rows of one kind name each other: what counts is that nothing is left dangling at the end.
  store.run(sql`pragma defer_foreign_keys = on`);
  if (kind === "project") purgeProject(store, id);
  else if (kind === "dataset") purgeDatasets(store, sql`id = ${id}`);
  else if (kind === "run") purgeRuns(store, sql`id = ${id}`);
  else store.run(sql`delete from ${kind === "endpoint" ? sql`endpoints` : sql`tool_services`} where id = ${id}`);
}

/** Takes away texts, manifests and FAQs that no version, run or project names any more. Answers how many of each. */
export function purgeOrphans(store: Store): { manifests: number; texts: number; faqs: number } {
  store.run(sql`pragma defer_foreign_keys = on`);
  const kept = sql`(with recursive kept(hash) as (
    select hash from versions union select m.base_hash from manifests m join kept on m.hash = kept.hash where m.base_hash is not null
  ) select hash from kept)`;
  store.run(sql`delete from manifest_entries where manifest_hash not in ${kept}`);
  return {
    manifests: store.run(sql`delete from manifests where hash not in ${kept}`).changes,
    texts: store.run(
      sql`delete from blobs where hash not in (select blob_hash from manifest_entries where blob_hash is not null)`,
    ).changes,
    faqs: store.run(
      sql`delete from faq_versions where hash not in (select hash from project_faqs)
        and hash not in (select faq from runs where faq is not null)`,
    ).changes,
  };
}

const Sizes = z.object({ pages: z.int(), free: z.int(), size: z.int() });

/** Bytes of the data file that hold something, and bytes that are free in it for what comes. */
export function fileUse(store: Store): { used: number; free: number } {
  const row = store.get(sql`select (select page_count from pragma_page_count) as pages,
    (select freelist_count from pragma_freelist_count) as free, (select page_size from pragma_page_size) as size`);
  const { pages, free, size } = Sizes.parse(row);
  return { used: (pages - free) * size, free: free * size };
}
