import { and, desc, eq } from "drizzle-orm";
import type { PromotionRequest } from "../lib/contracts/release";
import type { Store } from "./client";
import { promotionRequests } from "./schema";

/** A request, and the id of the person who asked; null without sign-in. */
export interface StoredRequest {
  request: PromotionRequest;
  requestedByPerson: string | null;
}

const columns = { request: promotionRequests.body, requestedByPerson: promotionRequests.requestedByPerson };

/** Newest first. */
export const listPromotionRequests = (store: Store, project: string): StoredRequest[] =>
  store
    .select(columns)
    .from(promotionRequests)
    .where(eq(promotionRequests.project, project))
    .orderBy(desc(promotionRequests.sequence))
    .all();

export const findPromotionRequest = (store: Store, project: string, id: string): StoredRequest | undefined =>
  store
    .select(columns)
    .from(promotionRequests)
    .where(and(eq(promotionRequests.project, project), eq(promotionRequests.id, id)))
    .get();

export function insertPromotionRequest(store: Store, { request, requestedByPerson }: StoredRequest): void {
  const { id, project, state } = request;
  store.insert(promotionRequests).values({ id, project, state, requestedByPerson, body: request }).run();
}

export function updatePromotionRequest(store: Store, request: PromotionRequest): void {
  store.update(promotionRequests).set({ state: request.state, body: request }).where(eq(promotionRequests.id, request.id)).run();
}
