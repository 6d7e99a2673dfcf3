import { and, asc, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Campaign, Diagnosis, Entry, StageDecision, StageStep } from "../lib/contracts/evolution";
import type { Store } from "./client";
import { isThere, projectIsThere } from "./removed";
import { campaigns, diagnoses, endpoints, entries, runs, stages } from "./schema";

/** A campaign as stored: its stages are read apart. */
export type StoredCampaign = Omit<Campaign, "stages"> & { heldOutVersion: string | null };
export type StoredStage = typeof stages.$inferSelect;
export type NewCampaign = typeof campaigns.$inferInsert;

const selectCampaigns = (store: Store) =>
  store
    .select({
      id: campaigns.id,
      project: campaigns.project,
      name: campaigns.name,
      kind: campaigns.kind,
      endpoint: campaigns.endpoint,
      endpointName: endpoints.name,
      embedded: sql`${endpoints.kind} = 'embedded'`.mapWith(Boolean),
      dataset: campaigns.dataset,
      datasetVersion: campaigns.datasetVersion,
      heldOutDataset: campaigns.heldOutDataset,
      heldOutVersion: campaigns.heldOutVersion,
      seed: campaigns.seed,
      status: campaigns.status,
      selectedStage: campaigns.selectedStage,
      createdBy: campaigns.createdBy,
      createdAt: campaigns.createdAt,
    })
    .from(campaigns)
    .innerJoin(endpoints, eq(endpoints.id, campaigns.endpoint));

const campaignIsThere = projectIsThere(campaigns.project);

/** Newest first. */
export const listCampaigns = (store: Store, project: string): StoredCampaign[] =>
  selectCampaigns(store)
    .where(and(eq(campaigns.project, project), campaignIsThere))
    .orderBy(desc(campaigns.sequence))
    .all();

export const findCampaign = (store: Store, project: string, id: string): StoredCampaign | undefined =>
  selectCampaigns(store)
    .where(and(eq(campaigns.project, project), eq(campaigns.id, id), campaignIsThere))
    .get();

/** A campaign by its id alone, of whatever project. */
export const findCampaignById = (store: Store, id: string): StoredCampaign | undefined =>
  selectCampaigns(store)
    .where(and(eq(campaigns.id, id), campaignIsThere))
    .get();

export const findCampaignByName = (store: Store, project: string, name: string): StoredCampaign | undefined =>
  selectCampaigns(store)
    .where(and(eq(campaigns.project, project), eq(campaigns.name, name)))
    .get();

export const countCampaigns = (store: Store, project: string): number =>
  store.select({ n: count() }).from(campaigns).where(eq(campaigns.project, project)).get()?.n ?? 0;

export function insertCampaign(store: Store, campaign: NewCampaign): void {
  store.insert(campaigns).values(campaign).run();
}

export function updateCampaign(
  store: Store,
  id: string,
  change: { status?: Campaign["status"]; selectedStage?: string | null },
): void {
  store.update(campaigns).set(change).where(eq(campaigns.id, id)).run();
}

/** Runs that repeat a run of one of the campaign's stages, for the noise floor. */
export const listNoiseRuns = (store: Store, campaign: string): { run: string; baseRun: string }[] =>
  store
    .select({ run: runs.id, baseRun: stages.run })
    .from(runs)
    .innerJoin(stages, eq(stages.run, runs.noiseOf))
    .where(and(eq(stages.campaign, campaign), isThere(runs)))
    .orderBy(asc(runs.sequence))
    .all()
    .flatMap(({ run, baseRun }) => (baseRun === null ? [] : [{ run, baseRun }]));

/** In the order of their index. */
export const listStages = (store: Store, campaign: string): StoredStage[] =>
  store.select().from(stages).where(eq(stages.campaign, campaign)).orderBy(asc(stages.index)).all();

export const findStage = (store: Store, campaign: string, id: string): StoredStage | undefined =>
  store
    .select()
    .from(stages)
    .where(and(eq(stages.campaign, campaign), eq(stages.id, id)))
    .get();

/** The stages of a project's campaigns that came to a version. */
export const stagesOfVersion = (store: Store, project: string, version: string): StoredStage[] =>
  store
    .select({ stage: stages })
    .from(stages)
    .innerJoin(campaigns, eq(campaigns.id, stages.campaign))
    .where(and(eq(stages.version, version), eq(campaigns.project, project)))
    .all()
    .map((row) => row.stage);

export function insertStage(store: Store, stage: StoredStage): void {
  store.insert(stages).values(stage).run();
}

export function updateStage(
  store: Store,
  id: string,
  change: {
    step?: StageStep;
    version?: string | null;
    run?: string | null;
    heldOutRun?: string | null;
    decision?: StageDecision | null;
  },
): void {
  store.update(stages).set(change).where(eq(stages.id, id)).run();
}

export const findDiagnosis = (store: Store, stage: string): Diagnosis | null =>
  store.select({ body: diagnoses.body }).from(diagnoses).where(eq(diagnoses.stage, stage)).get()?.body ?? null;

export function putDiagnosis(store: Store, stage: string, body: Diagnosis): void {
  store.insert(diagnoses).values({ stage, body }).onConflictDoUpdate({ target: diagnoses.stage, set: { body } }).run();
}

/** Stages whose diagnosis is under way, with it: after a restart nobody is working on them any more. */
export const runningDiagnoses = (store: Store): { stage: string; body: Diagnosis }[] =>
  store.select().from(diagnoses).where(sql`json_extract(${diagnoses.body}, '$.status') = 'running'`).all();

/** The entries of the newest diagnosis, in order. */
export const listEntries = (store: Store, stage: string): Entry[] =>
  store
    .select({ body: entries.body })
    .from(entries)
    .where(and(eq(entries.stage, stage), eq(entries.superseded, false)))
    .orderBy(asc(entries.order))
    .all()
    .map((row) => row.body);

/** Stage id → number of its entries by status. */
export function countEntries(store: Store, stageIds: readonly string[]): Map<string, Record<Entry["status"], number>> {
  const counts = new Map<string, Record<Entry["status"], number>>(
    stageIds.map((id) => [id, { proposed: 0, accepted: 0, edited: 0, rejected: 0, invalid: 0 }]),
  );
  if (stageIds.length === 0) return counts;
  const rows = store
    .select({ stage: entries.stage, status: entries.status, n: count() })
    .from(entries)
    .where(and(inArray(entries.stage, [...stageIds]), eq(entries.superseded, false)))
    .groupBy(entries.stage, entries.status)
    .all();
  for (const row of rows) {
    const entry = counts.get(row.stage);
    if (entry) entry[row.status] = row.n;
  }
  return counts;
}

export function insertEntry(store: Store, body: Entry): void {
  const { id, stage, order, status, revision } = body;
  store.insert(entries).values({ id, stage, order, status, revision, body }).run();
}

/** Whether a person said something about an entry that the next diagnosis must know. */
const isMemory = (entry: Entry) => entry.status === "rejected" || entry.attempts.some((attempt) => attempt.because === "person");

/** Replaces the entries of a stage: those that were rejected, or asked for anew, are kept as memory, the others go. */
export function replaceEntries(store: Store, stage: string, next: readonly Entry[]): void {
  const kept = listEntries(store, stage).filter(isMemory);
  if (kept.length > 0) {
    const ids = kept.map(({ id }) => id);
    store.update(entries).set({ superseded: true }).where(inArray(entries.id, ids)).run();
  }
  store
    .delete(entries)
    .where(and(eq(entries.stage, stage), eq(entries.superseded, false)))
    .run();
  for (const body of next) insertEntry(store, body);
}

/** Writes a decision on the revision it saw; answers false where the entry moved on meanwhile. */
export const updateEntry = (store: Store, entry: Entry, seenRevision: number): boolean =>
  store
    .update(entries)
    .set({ status: entry.status, revision: entry.revision, body: entry })
    .where(and(eq(entries.id, entry.id), eq(entries.revision, seenRevision)))
    .run().changes === 1;

const campaignEntries = (store: Store, campaign: string, which: SQL): Entry[] =>
  store
    .select({ body: entries.body })
    .from(entries)
    .innerJoin(stages, eq(stages.id, entries.stage))
    .where(and(eq(stages.campaign, campaign), which))
    .orderBy(asc(stages.index), asc(entries.order))
    .all()
    .map((row) => row.body);

/** Every entry of a campaign that a person rejected, superseded ones too. */
export const rejectedEntries = (store: Store, campaign: string): Entry[] =>
  campaignEntries(store, campaign, eq(entries.status, "rejected"));

/** Every entry of a campaign that was shipped in a stage which was then rolled back. */
export const rolledBackEntries = (store: Store, campaign: string): Entry[] =>
  campaignEntries(
    store,
    campaign,
    sql`${entries.status} in ('accepted', 'edited') and json_extract(${stages.decision}, '$.kind') = 'rollback'`,
  );

/** Every entry of a campaign of which a person asked for another attempt, superseded ones too. */
export const retriedEntries = (store: Store, campaign: string): Entry[] =>
  campaignEntries(store, campaign, sql`json_array_length(${entries.body}, '$.attempts') > 0`).filter((entry) =>
    entry.attempts.some((attempt) => attempt.because === "person"),
  );
