import { asc, count, eq } from "drizzle-orm";
import type { Endpoint } from "../lib/contracts/endpoint";
import type { Store } from "./client";
import { campaigns, endpoints, runs } from "./schema";

export const listEndpoints = (store: Store): Endpoint[] => store.select().from(endpoints).orderBy(asc(endpoints.createdAt)).all();

export const findEndpoint = (store: Store, id: string): Endpoint | undefined =>
  store.select().from(endpoints).where(eq(endpoints.id, id)).get();

export function putEndpoint(store: Store, endpoint: Endpoint): void {
  const { id, createdAt, ...change } = endpoint;
  store
    .insert(endpoints)
    .values({ id, createdAt, ...change })
    .onConflictDoUpdate({ target: endpoints.id, set: change })
    .run();
}

export function deleteEndpoint(store: Store, id: string): void {
  store.delete(endpoints).where(eq(endpoints.id, id)).run();
}

/** How many runs and campaigns name the endpoint. */
export function usesOfEndpoint(store: Store, id: string): number {
  const byRuns = store.select({ n: count() }).from(runs).where(eq(runs.endpoint, id)).get()?.n ?? 0;
  const byCampaigns = store.select({ n: count() }).from(campaigns).where(eq(campaigns.endpoint, id)).get()?.n ?? 0;
  return byRuns + byCampaigns;
}
