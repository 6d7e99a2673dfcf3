import "server-only";
import type { Database, Store } from "@/db/client";
import { pruneServed } from "@/db/served-repository";
import type { Studio } from "../studio";

const KEPT = 20_000;
const PRUNE_EVERY = 200;

/** Requests stored since the studio was opened, by project. */
const stored = new WeakMap<Database, Map<string, number>>();

/**
 * Forgets the oldest served requests of a project beyond STUDIO_SERVED_KEPT (a whole number from 1; default 20 000): with the
 * first request of a process, and then with every 200th. Call it after each insert, in its transaction.
 */
export function pruneInTurn(studio: Pick<Studio, "database" | "report">, store: Store, project: string): void {
  const counts = stored.get(studio.database) ?? new Map<string, number>();
  const before = counts.get(project) ?? 0;
  const first = !stored.has(studio.database);
  stored.set(studio.database, counts.set(project, before + 1));
  if (before % PRUNE_EVERY === 0) pruneServed(store, project, servedKept(first ? studio.report : () => {}));
}

function servedKept(report: (error: unknown) => void): number {
  const given = process.env.STUDIO_SERVED_KEPT?.trim() ?? "";
  if (given === "") return KEPT;
  if (/^\d{1,9}$/.test(given) && Number(given) > 0) return Number(given);
  report(
    new Error(`STUDIO_SERVED_KEPT must be a whole number from 1. The newest ${KEPT} served requests of a project are kept.`),
  );
  return KEPT;
}
