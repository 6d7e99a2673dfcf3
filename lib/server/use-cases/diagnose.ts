import "server-only";
import { analystReader } from "@/db/analyst-reader";
import {
  findDiagnosis,
  listEntries,
  putDiagnosis,
  rejectedEntries,
  replaceEntries,
  runningDiagnoses,
  updateStage,
} from "@/db/campaign-repository";
import type { Analyst, Diagnosis, Entry, EntryDraft, Stage } from "@/lib/contracts/evolution";
import type { AnalystPort } from "@/lib/evolution/analyst";
import { addedLines } from "@/lib/evolution/changes";
import { type EvaluatedCase, partitionCases } from "@/lib/evolution/evaluated-case";
import { touchSet } from "@/lib/evolution/touch-set";
import { verifyEntry } from "@/lib/evolution/verify";
import { parseHarness } from "@/lib/harness/parse";
import { createAnalyst } from "../analysts";
import { badRequest, conflict } from "../app-error";
import { isCompleted, toStage } from "../campaign-view";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import { requireBundle, requireRun, requireStage } from "../lookups";
import type { Studio } from "../studio";
import { findStageOf, requireUndecided, type StageKey } from "./stages";

/** A diagnosis that takes longer than this, in milliseconds, is answered as running and goes on in the background. */
const PATIENCE_MS = 10_000;

interface Work {
  stage: string;
  campaign: string;
  seed: number;
  baseVersion: string;
  run: string;
  analyst: Analyst;
  port: AnalystPort;
  maxEntries: number;
}

async function toEntry(
  studio: Studio,
  work: Work,
  draft: EntryDraft,
  order: number,
  cases: readonly EvaluatedCase[],
): Promise<Entry> {
  const base = requireBundle(studio.database, work.baseVersion);
  const items = cases.map(({ item }) => item);
  const verified = await verifyEntry({ base, operations: draft.operations, cases: items, sandbox: studio.sandbox });
  const { harness } = parseHarness(base);
  return {
    ...draft,
    id: newId("ent"),
    stage: work.stage,
    order,
    status: verified.ok ? "proposed" : "invalid",
    changes: verified.changes,
    touched: harness ? touchSet(verified.changes, harness, partitionCases(cases).passes) : [],
    tokensAdded: verified.tokensAdded,
    diagnostics: verified.diagnostics,
    rejectionReason: null,
    decidedBy: null,
    decidedAt: null,
    revision: 1,
    attempts: [],
    replayed: null,
    copyOf: null,
  };
}

/** Diagnoses, proposes, verifies and stores; the outcome, good or bad, ends in the stage's diagnosis. */
async function carryOut(studio: Studio, work: Work): Promise<void> {
  const { database } = studio;
  const reader = analystReader(database);
  const cases = reader.results(work.run);
  const input = {
    bundle: requireBundle(database, work.baseVersion),
    cases,
    trajectory: (id: string) => {
      const result = cases.find((one) => one.item.id === id)?.result;
      return result ? reader.trajectory(work.run, id, result.repeat) : null;
    },
    seed: work.seed,
  };
  const found = await work.port.diagnose(input);
  const rejected = rejectedEntries(database, work.campaign).map((entry) => ({
    title: entry.title,
    reason: entry.rejectionReason ?? "",
    added: addedLines(entry.changes).map((line) => line.text),
  }));
  const proposal =
    found.error === null
      ? await work.port.propose({ ...input, clusters: found.clusters, rejected, maxEntries: work.maxEntries })
      : { drafts: [], invalid: [] };
  const proposed: Entry[] = [];
  for (const [order, draft] of proposal.drafts.slice(0, work.maxEntries).entries()) {
    proposed.push(await toEntry(studio, work, draft, order, cases));
  }
  const diagnosis: Diagnosis = {
    ...emptyDiagnosis(work.analyst, work.run),
    ...found,
    invalid: [...found.invalid, ...proposal.invalid],
    analyst: work.analyst,
    run: work.run,
    status: found.error === null ? "completed" : "failed",
    at: timestamp(),
  };
  database.transaction((tx) => {
    putDiagnosis(tx, work.stage, diagnosis);
    replaceEntries(tx, work.stage, proposed);
    updateStage(tx, work.stage, { step: found.error === null ? "confirm" : "diagnose" });
  });
}

const emptyDiagnosis = (analyst: Analyst, run: string): Diagnosis => ({
  analyst,
  run,
  status: "running",
  failures: 0,
  quarantined: 0,
  clusters: [],
  invalid: [],
  error: null,
  at: timestamp(),
  progress: null,
  spent: { calls: 0, tokens: 0, cost: null },
  beside: [],
  agreement: null,
  codings: [],
  unstable: [],
  revision: 1,
});

const failed = (diagnosis: Diagnosis, error: string): Diagnosis => ({ ...diagnosis, status: "failed", error, at: timestamp() });

const delay = (ms: number) => new Promise<void>((settle) => setTimeout(settle, ms).unref());

/**
 * Clusters the failures of the run the stage starts from, and proposes verified edits. Replaces an earlier diagnosis as
 * long as none of its entries is accepted. Answers with the result, or with `running` after ten seconds.
 */
export async function diagnoseStage(
  context: Context,
  input: StageKey & { analyst: Analyst; maxEntries: number },
): Promise<Stage> {
  const { studio } = context;
  const { database } = studio;
  const work = database.transaction((tx): Work => {
    const { campaign, stage } = findStageOf(tx, input);
    requireUndecided(stage);
    if (stage.step !== "diagnose" && stage.step !== "confirm") {
      throw conflict(`The stage stands at ${stage.step}.`, { current: stage.step });
    }
    if (!stage.baseVersion || !stage.baseRun || !isCompleted(tx, stage.baseRun)) {
      throw badRequest("stage: it has no completed run to diagnose");
    }
    if (findDiagnosis(tx, stage.id)?.status === "running") throw conflict("A diagnosis is under way.", { current: "running" });
    const kept = listEntries(tx, stage.id).find((entry) => entry.status === "accepted" || entry.status === "edited");
    if (kept) {
      throw conflict("Entries are accepted already; reopen them before a new diagnosis.", {
        current: kept.title,
        ...(kept.decidedBy === null ? {} : { by: kept.decidedBy }),
      });
    }
    const run = requireRun(tx, input.project, stage.baseRun).id;
    analystReader(tx).requireOpen(run);
    const port = createAnalyst(tx, input.analyst);
    putDiagnosis(tx, stage.id, emptyDiagnosis(input.analyst, run));
    recordAudit(tx, context, {
      action: "stage-diagnosed",
      project: input.project,
      subject: `stage:${stage.id}`,
      detail: { analyst: input.analyst.kind, endpoint: input.analyst.endpoint, run },
    });
    return {
      stage: stage.id,
      campaign: campaign.id,
      seed: campaign.seed,
      baseVersion: stage.baseVersion,
      run,
      analyst: input.analyst,
      port,
      maxEntries: input.maxEntries,
    };
  });
  const background = carryOut(studio, work)
    .catch((error: unknown) => {
      studio.report(error);
      const message = "The diagnosis stopped with an error inside the studio. Its log has the details.";
      putDiagnosis(database, work.stage, failed(emptyDiagnosis(work.analyst, work.run), message));
    })
    .finally(() => studio.pending.delete(background));
  studio.pending.add(background);
  await Promise.race([background, delay(PATIENCE_MS)]);
  return toStage(database, requireStage(database, input.campaign, work.stage));
}

/** Ends the diagnoses that a stopped studio left under way: they can be started again. */
export function endLostDiagnoses(studio: Studio): void {
  for (const { stage, body } of runningDiagnoses(studio.database)) {
    putDiagnosis(studio.database, stage, failed(body, "The studio was stopped meanwhile. Start the diagnosis again."));
  }
}
