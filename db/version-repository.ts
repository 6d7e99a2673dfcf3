import { and, count, desc, eq, isNotNull, like } from "drizzle-orm";
import type { Version, VersionUse } from "../lib/contracts/version";
import type { Store } from "./client";
import { isThere, projectIsThere } from "./removed";
import { campaigns, runs, stages, versions } from "./schema";

const columns = {
  project: versions.project,
  hash: versions.hash,
  name: versions.name,
  parent: versions.parent,
  origin: versions.origin,
  author: versions.author,
  message: versions.message,
  createdAt: versions.createdAt,
  files: versions.files,
  errors: versions.errors,
  warnings: versions.warnings,
};

/** Newest first. */
export const listVersions = (store: Store, project: string): Version[] =>
  store
    .select(columns)
    .from(versions)
    .where(and(eq(versions.project, project), projectIsThere(versions.project)))
    .orderBy(desc(versions.sequence))
    .all();

/** Versions whose hash begins with the given prefix; at most two, so that an ambiguous prefix can be told. */
export const versionsByPrefix = (store: Store, project: string, prefix: string): Version[] =>
  store
    .select(columns)
    .from(versions)
    .where(and(eq(versions.project, project), like(versions.hash, `${prefix}%`), projectIsThere(versions.project)))
    .limit(2)
    .all();

/** Newest first. */
export const childrenOf = (store: Store, project: string, hash: string): Version[] =>
  store
    .select(columns)
    .from(versions)
    .where(and(eq(versions.project, project), eq(versions.parent, hash)))
    .orderBy(desc(versions.sequence))
    .all();

export function insertVersion(store: Store, version: Version): void {
  store.insert(versions).values(version).run();
}

export const countVersions = (store: Store, project: string): number =>
  store.select({ n: count() }).from(versions).where(eq(versions.project, project)).get()?.n ?? 0;

/** Hash → stages that came to it and number of runs, for a whole project. Production is known to the releases. */
export function usesOfVersions(store: Store, project: string): Map<string, Pick<VersionUse, "stages" | "runs">> {
  const uses = new Map<string, Pick<VersionUse, "stages" | "runs">>();
  const entryOf = (hash: string) => {
    const use = uses.get(hash) ?? { stages: [], runs: 0 };
    uses.set(hash, use);
    return use;
  };
  const stageRows = store
    .select({ version: stages.version, campaign: stages.campaign, stage: stages.id, name: stages.name })
    .from(stages)
    .innerJoin(campaigns, eq(campaigns.id, stages.campaign))
    .where(and(eq(campaigns.project, project), isNotNull(stages.version)))
    .orderBy(stages.index)
    .all();
  for (const { version, ...stage } of stageRows) if (version) entryOf(version).stages.push(stage);
  const runRows = store
    .select({ version: runs.version, n: count() })
    .from(runs)
    .where(and(eq(runs.project, project), isThere(runs)))
    .groupBy(runs.version)
    .all();
  for (const row of runRows) entryOf(row.version).runs = row.n;
  return uses;
}
