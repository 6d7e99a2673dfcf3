import "server-only";
import {
  findStage,
  putDiagnosis,
  replaceEntries,
  type StoredCampaign,
  type StoredStage,
  updateStage,
} from "@/db/campaign-repository";
import type { Diagnosis, Entry } from "@/lib/contracts/evolution";
import type { Budget } from "@/lib/contracts/run-settings";
import type { DiagnosisOutput, InvalidOutput } from "@/lib/evolution/analyst";
import { type AnalystAtWork, type ChosenAnalyst, startAnalyst } from "../analysts";
import { recordAudit } from "../context";
import { newId } from "../ids";
import type { Studio } from "../studio";
import { readMaterial } from "./analyst-material";
import { DiagnosisRecord } from "./diagnosis-record";
import { newDiagnosis } from "./new-diagnosis";
import { toEntry } from "./to-entry";

export interface DiagnosisWork {
  campaign: StoredCampaign;
  stage: StoredStage;
  run: string;
  chosen: ChosenAnalyst;
  maxEntries: number;
  budget: Budget;
  /** In whose name. */
  actor: string;
  /** What is stored while it runs. */
  running: Diagnosis;
  /** The diagnosis that stays unless this one is completed; null where there is none. */
  earlier: Diagnosis | null;
}

interface Found {
  output: DiagnosisOutput | null;
  invalid: InvalidOutput[];
  entries: Entry[];
}

type Ending = Pick<Diagnosis, "status" | "error">;

/** Diagnoses, proposes and verifies, into `found`. Rejects with the signal's reason where it is aborted. */
async function work(studio: Studio, job: DiagnosisWork, analyst: AnalystAtWork, record: DiagnosisRecord, found: Found) {
  const { port, signal } = analyst;
  const material = readMaterial(studio, job.campaign, job.stage);
  const input = { ...material.input, report: record.report.bind(record), signal };
  const output = await port.diagnose(input);
  signal.throwIfAborted();
  found.output = output;
  if (output.error !== null) return;
  const { rejected, verify } = material;
  const proposal = await port.propose({
    ...input,
    clusters: output.clusters,
    rejected,
    verify,
    maxEntries: job.maxEntries,
  });
  signal.throwIfAborted();
  found.invalid = proposal.invalid;
  const drafts = proposal.drafts.slice(0, job.maxEntries);
  for (const [order, draft] of drafts.entries()) {
    record.report({ phase: "verifying", done: order, total: drafts.length });
    const place = { id: newId("ent"), order, revision: 1, attempts: [] };
    found.entries.push(await toEntry(studio, material, draft, place, analyst));
    signal.throwIfAborted();
  }
}

function endingOf(stop: AbortSignal, analyst: AnalystAtWork, found: Found, threw: boolean): Ending {
  const error = found.output?.error ?? null;
  if (!threw) return { status: error === null ? "completed" : "failed", error };
  if (stop.aborted) {
    return stop.reason === "studio-stopped"
      ? { status: "failed", error: "The studio was stopped meanwhile. Start the diagnosis again." }
      : { status: "stopped", error: "It was stopped." };
  }
  const over = analyst.overBudget();
  return over === null
    ? { status: "failed", error: "The diagnosis stopped with an error inside the studio. Its log has the details." }
    : { status: "stopped", error: `The budget is used up: ${over}.` };
}

/** Stores how it ended. An earlier diagnosis stays with its entries, unless this one is completed. */
function store(studio: Studio, job: DiagnosisWork, told: Pick<Diagnosis, "progress" | "spent">, found: Found, ended: Ending) {
  const { campaign, stage, earlier } = job;
  studio.database.transaction((tx) => {
    const now = findStage(tx, campaign.id, stage.id);
    const open = now && now.decision === null && (now.step === "diagnose" || now.step === "confirm");
    const ending: Ending =
      open || ended.status !== "completed" ? ended : { status: "stopped", error: "The stage moved on meanwhile." };
    const kept = open && (ending.status === "completed" || earlier === null);
    const invalid = [...(found.output?.invalid ?? []), ...found.invalid];
    const diagnosis: Diagnosis = kept
      ? { ...newDiagnosis(job.chosen.analyst, job.run), ...found.output, invalid, revision: (earlier?.revision ?? 0) + 1 }
      : job.running;
    putDiagnosis(tx, stage.id, { ...diagnosis, ...ending, ...told });
    if (kept && (ending.status === "completed" || diagnosis.clusters.length > 0)) {
      replaceEntries(tx, stage.id, found.entries);
      updateStage(tx, stage.id, { step: "confirm" });
    }
    recordAudit(tx, job, {
      action: "diagnosis-ended",
      project: campaign.project,
      subject: `stage:${stage.id}`,
      detail: {
        status: ending.status,
        error: ending.error,
        clusters: kept ? diagnosis.clusters.length : 0,
        entries: kept ? found.entries.length : 0,
        spent: told.spent,
      },
    });
  });
}

/**
 * The whole work of a diagnosis. Its outcome, good or bad, ends in the stage's diagnosis: a stop or a spent budget leaves an
 * earlier diagnosis as it was; where there was none, what was found until then is kept.
 */
export async function carryOutDiagnosis(studio: Studio, job: DiagnosisWork, stop: AbortSignal): Promise<void> {
  const analyst = startAnalyst(studio.endpointLimits, job.chosen, {
    budget: job.budget,
    signal: stop,
    used: () => record.changed(),
  });
  const record = new DiagnosisRecord(studio, job.stage.id, job.running, analyst.spent);
  const found: Found = { output: null, invalid: [], entries: [] };
  let threw = false;
  try {
    await work(studio, job, analyst, record, found);
  } catch (error) {
    threw = true;
    if (!analyst.signal.aborted) studio.report(error);
  } finally {
    record.close();
    analyst.leave();
  }
  const ending = endingOf(stop, analyst, found, threw);
  const progress = ending.status === "completed" ? null : record.last;
  store(studio, job, { progress, spent: analyst.spent() }, found, ending);
  studio.stageEvents.notify(job.stage.id);
}
