import { and, asc, eq } from "drizzle-orm";
import type { ToolService } from "../lib/contracts/tool-service";
import type { Store } from "./client";
import { isThere } from "./removed";
import { toolServices } from "./schema";

export const listToolServices = (store: Store): ToolService[] =>
  store
    .select()
    .from(toolServices)
    .where(isThere(toolServices))
    .orderBy(asc(toolServices.createdAt), asc(toolServices.id))
    .all()
    .map(({ body, createdAt }) => ({ ...body, createdAt }));

export function findToolService(store: Store, id: string): ToolService | undefined {
  const row = store
    .select()
    .from(toolServices)
    .where(and(eq(toolServices.id, id), isThere(toolServices)))
    .get();
  return row && { ...row.body, createdAt: row.createdAt };
}

/** Stores a service; one that was deleted is there again. */
export function putToolService(store: Store, { createdAt, ...body }: ToolService): void {
  store
    .insert(toolServices)
    .values({ id: body.id, body, createdAt })
    .onConflictDoUpdate({ target: toolServices.id, set: { body, removedAt: null, removedBy: null } })
    .run();
}
