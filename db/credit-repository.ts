import { eq, sql } from "drizzle-orm";
import type { StageCredit } from "../lib/contracts/credit";
import type { Store } from "./client";
import { credits } from "./schema";

export const findCredit = (store: Store, stage: string): StageCredit | null =>
  store.select({ body: credits.body }).from(credits).where(eq(credits.stage, stage)).get()?.body ?? null;

export function putCredit(store: Store, body: StageCredit): void {
  store.insert(credits).values({ stage: body.stage, body }).onConflictDoUpdate({ target: credits.stage, set: { body } }).run();
}

/** Credits that are being made: after a restart nobody is working on them any more. */
export const runningCredits = (store: Store): StageCredit[] =>
  store
    .select({ body: credits.body })
    .from(credits)
    .where(sql`json_extract(${credits.body}, '$.status') = 'running'`)
    .all()
    .map((row) => row.body);
