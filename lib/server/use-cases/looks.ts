import "server-only";
import type { Store } from "@/db/client";
import { datasetRole } from "@/db/dataset-repository";
import { hasOpened, insertLook, lastRunLook, listLooks } from "@/db/look-repository";
import { isReleasedSince } from "@/db/release-repository";
import type { DatasetRole } from "@/lib/contracts/case";
import type { Look } from "@/lib/contracts/look";
import { AppError, badRequest, conflict } from "../app-error";
import { type Context, recordAudit } from "../context";
import { timestamp } from "../ids";
import { requireDataset } from "../lookups";

const MOST_LOOKS = 500;
const HOUR_MS = 3_600_000;

/** Who looked at a set that is not for development, newest first. */
export function datasetLooks({ studio }: Context, input: { project: string; dataset: string }): Look[] {
  return listLooks(studio.database, requireDataset(studio.database, input.project, input.dataset).id, MOST_LOOKS);
}

/**
 * Refuses a run that the set does not allow. A vault is run with a written reason, and once for each promotion: again only
 * after production has moved, or on another version of the set. Call it in the transaction that writes the run.
 */
export function assertMayLook(
  store: Store,
  project: string,
  dataset: { id: string; name: string; role: DatasetRole },
  datasetVersion: string,
  reason: string | undefined,
): void {
  if (dataset.role !== "vault") return;
  if (!reason?.trim()) throw badRequest(`reason: ${dataset.name} is a vault; say why it is looked at`);
  const last = lastRunLook(store, dataset.id, datasetVersion);
  if (last === undefined || isReleasedSince(store, project, last)) return;
  throw conflict(
    `${dataset.name} was looked at already and production has not moved since. A vault gives one look for each promotion; import a new version of it to look again.`,
    { current: "looked at", at: last },
  );
}

type LookedAt = { id: string; project: string; dataset: string; datasetVersion: string };

/** Whether cases of the run may be named: of a run on a vault they may not. */
export const showsCases = (store: Store, run: Pick<LookedAt, "dataset">): boolean => datasetRole(store, run.dataset) !== "vault";

/** Refuses what names cases of a run on a vault: such a run shows its scores by category and no more. */
export function assertShowsCases(store: Store, run: Pick<LookedAt, "dataset">): void {
  if (showsCases(store, run)) return;
  throw new AppError("FORBIDDEN", "The run is on a vault: its scores by category are all that is shown of it.");
}

/**
 * Counts that a person opened a trajectory of a set that is not for development; once an hour for a person, run and case, so
 * that reading on is no second look.
 */
export function recordTrajectoryLook({ studio, actor }: Context, run: LookedAt, id: string): void {
  const store = studio.database;
  if (datasetRole(store, run.dataset) === "dev") return;
  const at = timestamp();
  const since = new Date(Date.parse(at) - HOUR_MS).toISOString();
  store.transaction((tx) => {
    if (hasOpened(tx, { dataset: run.dataset, run: run.id, case: id, actor, since })) return;
    const { dataset, datasetVersion } = run;
    insertLook(tx, { dataset, datasetVersion, kind: "trajectory", run: run.id, case: id, actor, reason: "", at });
    recordAudit(
      tx,
      { actor },
      { action: "case-opened", project: run.project, subject: `run:${run.id}`, detail: { case: id, dataset } },
    );
  });
}
