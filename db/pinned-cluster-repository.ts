import { asc, eq } from "drizzle-orm";
import type { PinnedCluster } from "../lib/contracts/cluster-edit";
import type { Store } from "./client";
import { pinnedClusters } from "./schema";

/** The clusters of a campaign as persons left them, by id. */
export const listPinnedClusters = (store: Store, campaign: string): PinnedCluster[] =>
  store
    .select({ body: pinnedClusters.body })
    .from(pinnedClusters)
    .where(eq(pinnedClusters.campaign, campaign))
    .orderBy(asc(pinnedClusters.id))
    .all()
    .map((row) => row.body);

/** Puts these in the place of all that the campaign had. */
export function replacePinnedClusters(store: Store, campaign: string, next: readonly PinnedCluster[]): void {
  store.delete(pinnedClusters).where(eq(pinnedClusters.campaign, campaign)).run();
  for (const body of next) store.insert(pinnedClusters).values({ campaign, id: body.id, body }).run();
}
