import "server-only";
import { insertEntry, listEntries, putDiagnosis, updateEntry } from "@/db/campaign-repository";
import { type Entry, type EntryAttempt, EntryDraft, type Stage } from "@/lib/contracts/evolution";
import { conflict, notFound } from "../app-error";
import { toStage } from "../campaign-view";
import { type Context, recordAudit } from "../context";
import { addedTexts, readMaterial } from "../diagnosis/analyst-material";
import { alreadyProposed, askAnalyst, requireNew, withQuestion } from "../diagnosis/ask-analyst";
import { findDiagnosed } from "../diagnosis/find-diagnosed";
import { staleEntry } from "../diagnosis/stale-entry";
import { toEntry } from "../diagnosis/to-entry";
import { newId, timestamp } from "../ids";
import { requireStage } from "../lookups";
import type { StageKey } from "./stages";

const MOST_ADDED = 2_000;

/** Has the diagnosis's own analyst propose one more entry, for this cluster. Refused where it has no other idea. */
export function proposeEntry(context: Context, input: StageKey & { cluster: string }): Promise<Stage> {
  const { studio } = context;
  const { database } = studio;
  const { campaign, stage, diagnosis } = findDiagnosed(database, input);
  const cluster = diagnosis.clusters.find((one) => one.id === input.cluster);
  if (!cluster) throw notFound("cluster", input.cluster);
  return askAnalyst(studio, `proposal:${stage.id}`, diagnosis.analyst, async (analyst) => {
    const material = readMaterial(studio, campaign, stage);
    const others = listEntries(database, stage.id);
    const { drafts, invalid } = await analyst.port.propose({
      ...material.input,
      clusters: [cluster],
      rejected: [...material.rejected, ...alreadyProposed(others)],
      maxEntries: 1,
      verify: material.verify,
      signal: analyst.signal,
    });
    analyst.signal.throwIfAborted();
    const draft = { ...requireNew(drafts, invalid, others), cluster: cluster.id };
    const made = await toEntry(studio, material, draft, { id: newId("ent"), order: 0, revision: 1, attempts: [] }, analyst);
    analyst.signal.throwIfAborted();
    const answer = database.transaction((tx) => {
      const now = findDiagnosed(tx, input).diagnosis;
      if (!now.clusters.some((one) => one.id === cluster.id)) {
        const { by, at } = now.changed ?? {};
        throw conflict("The cluster is no longer there.", { current: "gone", ...(by && { by }), ...(at && { at }) });
      }
      const order = Math.max(-1, ...listEntries(tx, stage.id).map((entry) => entry.order)) + 1;
      insertEntry(tx, { ...made, order });
      putDiagnosis(tx, stage.id, withQuestion(now, analyst.spent(), invalid));
      recordAudit(tx, context, {
        action: "entry-proposed",
        project: input.project,
        subject: `entry:${made.id}`,
        detail: { stage: stage.id, cluster: cluster.id, title: made.title, status: made.status },
      });
      return toStage(tx, requireStage(tx, campaign.id, stage.id));
    });
    studio.stageEvents.notify(stage.id);
    return answer;
  });
}

const attemptOf = (entry: Entry, comment: string, by: string): EntryAttempt => ({
  title: entry.title,
  because: "person",
  comment,
  by,
  at: timestamp(),
  added: addedTexts(entry).join("\n").slice(0, MOST_ADDED),
});

/**
 * Has the diagnosis's own analyst make another attempt at an entry, for what the person says about it. The entry is replaced in
 * place and is to be decided anew; a conflict where it moved on while the analyst was at work.
 */
export function retryEntry(
  context: Context,
  input: StageKey & { entry: string; revision: number; comment: string },
): Promise<Stage> {
  const { studio } = context;
  const { database } = studio;
  const { campaign, stage, diagnosis } = findDiagnosed(database, input);
  const others = listEntries(database, stage.id);
  const seen = others.find((one) => one.id === input.entry);
  if (!seen) throw notFound("entry", input.entry);
  if (seen.revision !== input.revision) throw staleEntry(seen);
  if (seen.status === "accepted" || seen.status === "edited") {
    throw conflict("The entry is accepted; reopen it before another attempt.", {
      current: seen.status,
      ...(seen.decidedBy === null ? {} : { by: seen.decidedBy }),
    });
  }
  return askAnalyst(studio, `retry:${seen.id}`, diagnosis.analyst, async (analyst) => {
    const material = readMaterial(studio, campaign, stage);
    const { drafts, invalid } = await analyst.port.revise({
      ...material.input,
      clusters: diagnosis.clusters,
      rejected: [...material.rejected, ...alreadyProposed(others.filter((one) => one.id !== seen.id))],
      maxEntries: 1,
      verify: material.verify,
      signal: analyst.signal,
      entry: EntryDraft.parse(seen),
      comment: input.comment,
    });
    analyst.signal.throwIfAborted();
    const attempts = [...seen.attempts, attemptOf(seen, input.comment, context.actor)];
    const place = { id: seen.id, order: seen.order, revision: seen.revision + 1, attempts };
    const draft = requireNew(drafts, invalid, others);
    // What the person asked is in `attempts` already, in the person's name.
    const failed = draft.attempts.filter((attempt) => attempt.because === "verification");
    const made = await toEntry(studio, material, { ...draft, attempts: failed }, place, analyst);
    analyst.signal.throwIfAborted();
    const answer = database.transaction((tx) => {
      const now = findDiagnosed(tx, input).diagnosis;
      const entry = listEntries(tx, stage.id).find((one) => one.id === seen.id);
      if (!entry) throw notFound("entry", seen.id);
      // Clusters may have been merged meanwhile; the entry goes with its own.
      if (!updateEntry(tx, { ...made, cluster: entry.cluster }, seen.revision)) throw staleEntry(entry);
      putDiagnosis(tx, stage.id, withQuestion(now, analyst.spent(), invalid));
      recordAudit(tx, context, {
        action: "entry-retried",
        project: input.project,
        subject: `entry:${seen.id}`,
        detail: { stage: stage.id, comment: input.comment, before: seen.title, title: made.title, status: made.status },
      });
      return toStage(tx, requireStage(tx, campaign.id, stage.id));
    });
    studio.stageEvents.notify(stage.id);
    return answer;
  });
}
