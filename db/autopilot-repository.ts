import { and, desc, eq, inArray } from "drizzle-orm";
import type { Autopilot } from "../lib/contracts/autopilot";
import type { Store } from "./client";
import { autopilots } from "./schema";

export function insertAutopilot(store: Store, body: Autopilot): void {
  const { id, campaign, status } = body;
  store.insert(autopilots).values({ id, campaign, status, body }).run();
}

export function updateAutopilot(store: Store, body: Autopilot): void {
  store.update(autopilots).set({ status: body.status, body }).where(eq(autopilots.id, body.id)).run();
}

export const findAutopilot = (store: Store, campaign: string, id: string): Autopilot | undefined =>
  store
    .select({ body: autopilots.body })
    .from(autopilots)
    .where(and(eq(autopilots.campaign, campaign), eq(autopilots.id, id)))
    .get()?.body;

/** Newest first. */
export const listAutopilots = (store: Store, campaign: string): Autopilot[] =>
  store
    .select({ body: autopilots.body })
    .from(autopilots)
    .where(eq(autopilots.campaign, campaign))
    .orderBy(desc(autopilots.sequence))
    .all()
    .map((row) => row.body);

/** Nights that wait for their time or are under way, of every campaign. */
export const openAutopilots = (store: Store): Autopilot[] =>
  store
    .select({ body: autopilots.body })
    .from(autopilots)
    .where(inArray(autopilots.status, ["waiting", "running"]))
    .all()
    .map((row) => row.body);
