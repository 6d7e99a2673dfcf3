import { gunzipSync, gzipSync } from "node:zlib";
import { and, count, desc, eq, lte } from "drizzle-orm";
import type { RespondRequest, ServedItem } from "../lib/contracts/serving";
import { Trajectory } from "../lib/contracts/trajectory";
import type { Store } from "./client";
import { projectIsThere } from "./removed";
import { served, versions } from "./schema";

const itemColumns = {
  trajectory: served.id,
  project: served.project,
  release: served.release,
  version: served.version,
  versionName: versions.name,
  endpoint: served.endpoint,
  model: served.model,
  checkpoint: served.checkpoint,
  embedded: served.embedded,
  channel: served.channel,
  comment: served.comment,
  reply: served.reply,
  stopReason: served.stopReason,
  suppressed: served.suppressed,
  wallMs: served.wallMs,
  incidents: served.incidents,
  experiment: served.experiment,
  arm: served.arm,
  at: served.at,
};

const selectServed = (store: Store) =>
  store
    .select(itemColumns)
    .from(served)
    .innerJoin(
      versions,
      and(eq(versions.project, served.project), eq(versions.hash, served.version), projectIsThere(served.project)),
    );

/** Stores a served request with its trajectory. */
export function insertServed(
  store: Store,
  entry: { item: Omit<ServedItem, "versionName">; incident: boolean; request: RespondRequest; trajectory: Trajectory },
): void {
  const { item, incident, request, trajectory } = entry;
  const { trajectory: id, ...rest } = item;
  store
    .insert(served)
    .values({ ...rest, id, incident, request, body: gzipSync(JSON.stringify(trajectory), { level: 4 }) })
    .run();
}

/** Keeps the newest `keep` served requests of a project and forgets the rest. */
export function pruneServed(store: Store, project: string, keep: number): void {
  const edge = store
    .select({ sequence: served.sequence })
    .from(served)
    .where(eq(served.project, project))
    .orderBy(desc(served.sequence))
    .limit(1)
    .offset(keep)
    .get();
  if (edge)
    store
      .delete(served)
      .where(and(eq(served.project, project), lte(served.sequence, edge.sequence)))
      .run();
}

/** A page of served requests, newest first. */
export function listServed(
  store: Store,
  filter: {
    project: string;
    show: "all" | "incidents" | "suppressed" | "recovered";
    version?: string | undefined;
    offset: number;
    limit: number;
  },
): { total: number; items: ServedItem[] } {
  const shown = {
    all: undefined,
    incidents: eq(served.incident, true),
    suppressed: eq(served.suppressed, true),
    recovered: eq(served.stopReason, "recovered"),
  };
  const where = and(
    eq(served.project, filter.project),
    filter.version ? eq(served.version, filter.version) : undefined,
    shown[filter.show],
  );
  const total = store.select({ n: count() }).from(served).where(where).get()?.n ?? 0;
  const items = selectServed(store).where(where).orderBy(desc(served.sequence)).limit(filter.limit).offset(filter.offset).all();
  return { total, items };
}

/** One served request with its trajectory. */
export function findServed(
  store: Store,
  project: string,
  id: string,
): { item: ServedItem; request: RespondRequest; trajectory: Trajectory } | undefined {
  const where = and(eq(served.project, project), eq(served.id, id));
  const item = selectServed(store).where(where).get();
  const rest = store.select({ request: served.request, body: served.body }).from(served).where(where).get();
  if (!item || !rest) return undefined;
  const trajectory = Trajectory.parse(JSON.parse(gunzipSync(rest.body).toString("utf8")));
  return { item, request: rest.request, trajectory };
}
