import { and, asc, count, eq, getTableColumns } from "drizzle-orm";
import type { Endpoint } from "../lib/contracts/endpoint";
import type { Store } from "./client";
import { isThere, projectIsThere } from "./removed";
import { campaigns, endpoints, releases, runs } from "./schema";

const { removedAt: _at, removedBy: _by, ...columns } = getTableColumns(endpoints);

export const listEndpoints = (store: Store): Endpoint[] =>
  store.select(columns).from(endpoints).where(isThere(endpoints)).orderBy(asc(endpoints.createdAt)).all();

export const findEndpoint = (store: Store, id: string): Endpoint | undefined =>
  store
    .select(columns)
    .from(endpoints)
    .where(and(eq(endpoints.id, id), isThere(endpoints)))
    .get();

/** Stores an endpoint; one that was deleted is there again. */
export function putEndpoint(store: Store, endpoint: Endpoint): void {
  const { id, createdAt, ...change } = endpoint;
  store
    .insert(endpoints)
    .values({ id, createdAt, ...change })
    .onConflictDoUpdate({ target: endpoints.id, set: { ...change, removedAt: null, removedBy: null } })
    .run();
}

/** How many runs, campaigns and releases name the endpoint, of those that nobody deleted. */
export function usesOfEndpoint(store: Store, id: string): number {
  const numbers = [
    store
      .select({ n: count() })
      .from(runs)
      .where(and(eq(runs.endpoint, id), isThere(runs), projectIsThere(runs.project)))
      .get(),
    store
      .select({ n: count() })
      .from(campaigns)
      .where(and(eq(campaigns.endpoint, id), projectIsThere(campaigns.project)))
      .get(),
    store
      .select({ n: count() })
      .from(releases)
      .where(and(eq(releases.endpoint, id), projectIsThere(releases.project)))
      .get(),
  ];
  return numbers.reduce((sum, found) => sum + (found?.n ?? 0), 0);
}
