import { asc, eq } from "drizzle-orm";
import type { ToolService } from "../lib/contracts/tool-service";
import type { Store } from "./client";
import { toolServices } from "./schema";

export const listToolServices = (store: Store): ToolService[] =>
  store
    .select()
    .from(toolServices)
    .orderBy(asc(toolServices.createdAt), asc(toolServices.id))
    .all()
    .map(({ body, createdAt }) => ({ ...body, createdAt }));

export function findToolService(store: Store, id: string): ToolService | undefined {
  const row = store.select().from(toolServices).where(eq(toolServices.id, id)).get();
  return row && { ...row.body, createdAt: row.createdAt };
}

export function putToolService(store: Store, { createdAt, ...body }: ToolService): void {
  store
    .insert(toolServices)
    .values({ id: body.id, body, createdAt })
    .onConflictDoUpdate({ target: toolServices.id, set: { body } })
    .run();
}

export function deleteToolService(store: Store, id: string): void {
  store.delete(toolServices).where(eq(toolServices.id, id)).run();
}
