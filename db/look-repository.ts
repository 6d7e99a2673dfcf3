import { and, count, desc, eq, gte } from "drizzle-orm";
import type { DatasetRole } from "../lib/contracts/case";
import type { Look, LookSummary } from "../lib/contracts/look";
import type { Store } from "./client";
import { looks } from "./schema";

/** A set counts as worn out after this many runs (METHODS.md, section 6). */
const LIMIT = 20;

/** Significance of the i-th look, 6α/(π²i²): the looks together spend α (METHODS.md, section 6). `index` counts from 1. */
const alphaOfLook = (index: number, alpha = 0.05): number => (6 * alpha) / (Math.PI ** 2 * index ** 2);

const countLooks = (store: Store, dataset: string, version: string, kind: Look["kind"]): number =>
  store
    .select({ n: count() })
    .from(looks)
    .where(and(eq(looks.dataset, dataset), eq(looks.datasetVersion, version), eq(looks.kind, kind)))
    .get()?.n ?? 0;

/** How worn the newest version of a set is. */
export function lookSummary(store: Store, set: { id: string; version: string; role: DatasetRole }): LookSummary {
  if (set.role === "dev") return { runs: 0, trajectories: 0, limit: LIMIT, wornOut: false, nextAlpha: null };
  const runs = countLooks(store, set.id, set.version, "run");
  return {
    runs,
    trajectories: countLooks(store, set.id, set.version, "trajectory"),
    limit: LIMIT,
    wornOut: runs >= LIMIT,
    nextAlpha: alphaOfLook(runs + 1),
  };
}

/** Records a look; call it inside the transaction of what looked. */
export function insertLook(store: Store, look: Omit<Look, "sequence" | "index" | "alpha">): void {
  const index = look.kind === "run" ? countLooks(store, look.dataset, look.datasetVersion, "run") + 1 : null;
  store
    .insert(looks)
    .values({ ...look, index, alpha: index === null ? null : alphaOfLook(index) })
    .run();
}

/** The looks at a set, newest first, at most `limit`. */
export const listLooks = (store: Store, dataset: string, limit: number): Look[] =>
  store.select().from(looks).where(eq(looks.dataset, dataset)).orderBy(desc(looks.sequence)).limit(limit).all();

/** When a run last looked at a version of a set; undefined where none did. */
export const lastRunLook = (store: Store, dataset: string, version: string): string | undefined =>
  store
    .select({ at: looks.at })
    .from(looks)
    .where(and(eq(looks.dataset, dataset), eq(looks.datasetVersion, version), eq(looks.kind, "run")))
    .orderBy(desc(looks.sequence))
    .limit(1)
    .get()?.at;

/** Whether the person has opened a trajectory of this case and run since then. */
export const hasOpened = (
  store: Store,
  opened: { dataset: string; run: string; case: string; actor: string; since: string },
): boolean =>
  store
    .select({ sequence: looks.sequence })
    .from(looks)
    .where(
      and(
        eq(looks.dataset, opened.dataset),
        eq(looks.kind, "trajectory"),
        eq(looks.run, opened.run),
        eq(looks.case, opened.case),
        eq(looks.actor, opened.actor),
        gte(looks.at, opened.since),
      ),
    )
    .limit(1)
    .get() !== undefined;
