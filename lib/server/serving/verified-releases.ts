import "server-only";
import type { Database } from "@/db/client";
import type { Release } from "@/lib/contracts/release";
import { AppError } from "../app-error";
import { BoundedMap } from "../bounded-map";
import { verifyRelease } from "../release/verification";
import type { Studio } from "../studio";

/** By release: its problems, found once. Ids of releases are a database's own. */
const found = new WeakMap<Database, BoundedMap<string, readonly string[]>>();

/**
 * Serves nothing that is not what its manifest says. Verified once in a process, whose operator is told of it once.
 * @throws AppError SERVICE_UNAVAILABLE with the first problem.
 */
export function requireVerified({ database, report }: Pick<Studio, "database" | "report">, release: Release): void {
  const known = found.get(database) ?? new BoundedMap<string, readonly string[]>(100);
  found.set(database, known);
  const before = known.get(release.id);
  const problems = before ?? verifyRelease(database, release).problems;
  if (!before) known.set(release.id, problems);
  const [first] = problems;
  if (first === undefined) return;
  if (!before) report(new Error(`The release ${release.id} of ${release.project} is not served. ${problems.join(" ")}`));
  throw new AppError(
    "SERVICE_UNAVAILABLE",
    `The release ${release.id} does not verify and is not served. ${first} Roll back to another release.`,
  );
}
