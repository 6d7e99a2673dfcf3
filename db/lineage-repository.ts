import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { StageCredit } from "../lib/contracts/credit";
import { GraphEntry } from "../lib/contracts/lineage";
import type { Version } from "../lib/contracts/version";
import type { Store } from "./client";
import { campaigns, credits, diagnoses, entries, stages, versions } from "./schema";

/** Versions that a chain is followed back through at most. */
const LONGEST_CHAIN = 2_000;

/** A version and those it came from, newest first. */
export function ancestorsOf(store: Store, project: string, hash: string): Version[] {
  const rows = store.values(sql`
    with recursive chain(hash, level) as (
      select hash, 0 from versions where project = ${project} and hash = ${hash}
      union all
      select v.parent, chain.level + 1 from chain join versions v on v.project = ${project} and v.hash = chain.hash
      where v.parent is not null and chain.level < ${LONGEST_CHAIN}
    )
    select hash from chain order by level`);
  const hashes = z.array(z.tuple([z.string()])).parse(rows);
  const found = new Map(
    store
      .select()
      .from(versions)
      .where(
        and(
          eq(versions.project, project),
          sql`${versions.hash} in (select value from json_each(${JSON.stringify(hashes.flat())}))`,
        ),
      )
      .all()
      .map(({ sequence: _, ...version }) => [version.hash, version]),
  );
  return hashes.flatMap(([one]) => found.get(one) ?? []);
}

/** The hash of one file of a version; null where the file is not there. */
export function blobHashOf(store: Store, version: string, path: string): string | null {
  const rows = store.values(sql`
    with recursive chain(hash, base, level) as (
      select hash, base_hash, 0 from manifests where hash = ${version}
      union all
      select m.hash, m.base_hash, chain.level + 1 from manifests m join chain on m.hash = chain.base
    )
    select e.blob_hash from chain join manifest_entries e on e.manifest_hash = chain.hash and e.path = ${path}
    order by chain.level limit 1`);
  return z.array(z.tuple([z.string().nullable()])).parse(rows)[0]?.[0] ?? null;
}

/** Name by hash of those of the versions that the project has. */
export function versionNames(store: Store, project: string, hashes: readonly string[]): Map<string, string> {
  if (hashes.length === 0) return new Map();
  const rows = store
    .select({ hash: versions.hash, name: versions.name })
    .from(versions)
    .where(and(eq(versions.project, project), inArray(versions.hash, [...hashes])))
    .all();
  return new Map(rows.map(({ hash, name }) => [hash, name]));
}

/** The first stage that came to each of the versions, by version. */
export function stagesOfVersions(store: Store, project: string, hashes: readonly string[]) {
  const rows = store
    .select({
      ...{ id: stages.id, name: stages.name, version: stages.version, baseVersion: stages.baseVersion, baseRun: stages.baseRun },
      ...{ campaign: stages.campaign, campaignName: campaigns.name },
    })
    .from(stages)
    .innerJoin(campaigns, eq(campaigns.id, stages.campaign))
    .where(
      and(
        eq(campaigns.project, project),
        sql`${stages.version} in (select value from json_each(${JSON.stringify(hashes)}))`,
        // A stage that was begun with a version that was there has brought nothing in.
        sql`exists (select 1 from ${entries} where ${entries.stage} = ${stages.id} and not ${entries.superseded})`,
      ),
    )
    .orderBy(desc(stages.createdAt), desc(stages.index))
    .all();
  return new Map(rows.map((row) => [row.version ?? "", row]));
}

const Facts = GraphEntry.omit({ fixed: true, broken: true }).extend({
  stage: z.string(),
  order: z.int(),
  decidedAt: z.string().nullable(),
  copyOf: z.string().nullable(),
});
/** What is told of an accepted entry. */
export type EntryFacts = z.infer<typeof Facts>;

const isShipped = and(eq(entries.superseded, false), inArray(entries.status, ["accepted", "edited"]));
const field = (name: string) => sql`json_extract(${entries.body}, ${`$.${name}`})`;
const factsColumns = {
  ...{ id: entries.id, stage: entries.stage, order: entries.order, status: entries.status },
  ...{ title: field("title"), component: field("component"), cluster: field("cluster") },
  ...{ decidedBy: field("decidedBy"), decidedAt: field("decidedAt"), copyOf: field("copyOf") },
  files: sql<string>`(select json_group_array(json_extract(value, '$.path')) from json_each(${entries.body}, '$.changes'))`,
};

/** The accepted entries of stages, in order; the texts that they change are not read. */
export function shippedFacts(store: Store, stageIds: readonly string[]): EntryFacts[] {
  if (stageIds.length === 0) return [];
  return store
    .select(factsColumns)
    .from(entries)
    .where(and(inArray(entries.stage, [...stageIds]), isShipped))
    .orderBy(asc(entries.order))
    .all()
    .map(({ status, files, ...row }) => Facts.parse({ ...row, files: JSON.parse(files), edited: status === "edited" }));
}

const Changes = z.array(z.object({ path: z.string(), base: z.string().nullable(), head: z.string().nullable() }));

/** What the accepted entries of stages make of one of the files. */
export function shippedChanges(store: Store, stageIds: readonly string[]) {
  if (stageIds.length === 0) return [];
  return store
    .select({
      id: entries.id,
      stage: entries.stage,
      order: entries.order,
      changes: sql<string>`json_extract(${entries.body}, '$.changes')`,
    })
    .from(entries)
    .where(and(inArray(entries.stage, [...stageIds]), isShipped))
    .all()
    .map((row) => ({ ...row, changes: Changes.parse(JSON.parse(row.changes)) }));
}

/** The stages that entries belong to, by entry. */
export function stagesOfEntries(store: Store, ids: readonly string[]): Map<string, string> {
  if (ids.length === 0) return new Map();
  const rows = store
    .select({ id: entries.id, stage: entries.stage })
    .from(entries)
    .where(inArray(entries.id, [...ids]))
    .all();
  return new Map(rows.map(({ id, stage }) => [id, stage]));
}

const ClusterFacts = z.object({
  stage: z.string(),
  id: z.string(),
  label: z.string(),
  run: z.string(),
  cases: z.array(z.string()),
});
export type ClusterFacts = z.infer<typeof ClusterFacts>;

/** The clusters of the diagnoses of stages: label, cases, and the run whose failures these are. */
export function clusterFacts(store: Store, stageIds: readonly string[]): ClusterFacts[] {
  if (stageIds.length === 0) return [];
  const rows = store.all(sql`
    select d.stage as stage, json_extract(d.body, '$.run') as run, json_extract(c.value, '$.id') as id,
      json_extract(c.value, '$.label') as label, json_extract(c.value, '$.cases') as cases
    from ${diagnoses} d, json_each(d.body, '$.clusters') c
    where d.stage in (select value from json_each(${JSON.stringify(stageIds)}))`);
  const Row = ClusterFacts.extend({ cases: z.string() });
  return z
    .array(Row)
    .parse(rows)
    .map((row) => ClusterFacts.parse({ ...row, cases: JSON.parse(row.cases) }));
}

/** The credits of stages, by stage. */
export function creditsOf(store: Store, stageIds: readonly string[]): Map<string, StageCredit> {
  if (stageIds.length === 0) return new Map();
  const rows = store
    .select()
    .from(credits)
    .where(inArray(credits.stage, [...stageIds]))
    .all();
  return new Map(rows.map(({ stage, body }) => [stage, body]));
}
