import { and, desc, eq } from "drizzle-orm";
import type { CaseResult } from "../lib/contracts/run";
import type { Trajectory } from "../lib/contracts/trajectory";
import type { Store } from "./client";
import { isThere } from "./removed";
import { findResult, readTrajectory } from "./result-repository";
import { reusable, runs } from "./schema";

/** Where the newest kept result under a key is whose loaded Skills are, body by body, those of `bodies`. */
export function placeOfReusable(
  store: Store,
  key: string,
  bodies: ReadonlyMap<string, string>,
): { run: string; case: string; repeat: number } | undefined {
  return store
    .select({ run: reusable.run, case: reusable.case, repeat: reusable.repeat, skills: reusable.skills })
    .from(reusable)
    .innerJoin(runs, eq(runs.id, reusable.run))
    .where(and(eq(reusable.key, key), isThere(runs)))
    .orderBy(desc(runs.sequence))
    .limit(20)
    .all()
    .find(({ skills }) => Object.entries(skills).every(([name, hash]) => bodies.get(name) === hash));
}

/** That result with its trajectory. */
export function findReusable(
  store: Store,
  key: string,
  bodies: ReadonlyMap<string, string>,
): { result: CaseResult; trajectory: Trajectory } | undefined {
  const kept = placeOfReusable(store, key, bodies);
  if (!kept) return undefined;
  const result = findResult(store, kept.run, kept.case, kept.repeat);
  const trajectory = readTrajectory(store, kept.run, kept.case, kept.repeat);
  return result && trajectory ? { result, trajectory } : undefined;
}
