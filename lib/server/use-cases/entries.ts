import "server-only";
import { analystReader } from "@/db/analyst-reader";
import { listEntries, updateEntry, updateStage } from "@/db/campaign-repository";
import type { Entry, Stage } from "@/lib/contracts/evolution";
import { applyEntries, editedOperations } from "@/lib/evolution/apply";
import { partitionCases } from "@/lib/evolution/evaluated-case";
import { touchSet } from "@/lib/evolution/touch-set";
import { verifyEntry } from "@/lib/evolution/verify";
import { parseHarness } from "@/lib/harness/parse";
import { badRequest, conflict, notFound, unprocessable } from "../app-error";
import { stepOf, toStage } from "../campaign-view";
import { type Context, recordAudit } from "../context";
import { requireNoDiagnosisUnderWay } from "../diagnosis/find-diagnosed";
import { staleEntry } from "../diagnosis/stale-entry";
import { timestamp } from "../ids";
import { requireBundle, requireStage } from "../lookups";
import { findStageOf, requireUndecided, type StageKey } from "./stages";
import { writeVersion } from "./versions";

type Decision = StageKey & {
  entry: string;
  revision: number;
  action: "accept" | "edit" | "reject" | "reopen";
  reason?: string | undefined;
  files?: Record<string, string | null> | undefined;
};

/** The entry with its right side as a person wrote it, verified like any other; refused, and nothing kept, if it fails. */
async function edited(context: Context, input: Decision, entry: Entry): Promise<Entry> {
  if (!input.files || Object.keys(input.files).length === 0) throw badRequest("files: give the text of at least one file");
  const { stage } = findStageOf(context.studio.database, input);
  if (!stage.baseVersion || !stage.baseRun) throw badRequest("stage: the first stage has no entries");
  const base = requireBundle(context.studio.database, stage.baseVersion);
  const operations = editedOperations(base, entry.operations, input.files);
  const cases = analystReader(context.studio.database).results(stage.baseRun);
  const { ok, changes, tokensAdded, diagnostics } = await verifyEntry({
    base,
    operations,
    cases: cases.map(({ item }) => item),
    sandbox: context.studio.sandbox,
  });
  if (!ok) throw unprocessable("The edited entry does not verify. Nothing was changed.", { diagnostics });
  const { harness } = parseHarness(base);
  const touched = harness ? touchSet(changes, harness, partitionCases(cases).passes) : entry.touched;
  return { ...entry, operations, changes, tokensAdded, diagnostics, touched, status: "edited", rejectionReason: null };
}

async function decided(context: Context, input: Decision, entry: Entry): Promise<Entry> {
  switch (input.action) {
    case "accept":
      if (entry.status === "invalid") throw badRequest("action: the entry does not verify; edit it before it is accepted");
      return { ...entry, status: "accepted", rejectionReason: null };
    case "reject":
      if (!input.reason) throw badRequest("reason: say why");
      return { ...entry, status: "rejected", rejectionReason: input.reason };
    case "reopen": {
      const broken = entry.diagnostics.some((diagnostic) => diagnostic.severity === "error");
      return { ...entry, status: broken ? "invalid" : "proposed", rejectionReason: null };
    }
    case "edit":
      return edited(context, input, entry);
  }
}

/** Decides an entry at the revision the caller saw; a decision made meanwhile is a conflict. */
export async function decideEntry(context: Context, input: Decision): Promise<Stage> {
  const { database } = context.studio;
  const find = () => {
    const { stage } = findStageOf(database, input);
    requireUndecided(stage);
    if (stage.step !== "confirm") throw conflict("The stage is past its confirmation.", { current: stage.step });
    requireNoDiagnosisUnderWay(database, stage.id);
    const entry = listEntries(database, stage.id).find((one) => one.id === input.entry);
    if (!entry) throw notFound("entry", input.entry);
    return entry;
  };
  const seen = find();
  if (seen.revision !== input.revision) throw staleEntry(seen);
  const next: Entry = {
    ...(await decided(context, input, seen)),
    decidedBy: context.actor,
    decidedAt: timestamp(),
    revision: seen.revision + 1,
  };
  const answer = database.transaction((tx) => {
    // A verification takes time: look again before writing. A change of the clusters may have moved the entry.
    const now = find();
    if (!updateEntry(tx, { ...next, cluster: now.cluster }, input.revision)) throw staleEntry(now);
    recordAudit(tx, context, {
      action: "entry-decided",
      project: input.project,
      subject: `entry:${next.id}`,
      detail: { stage: input.stage, status: next.status, title: next.title, reason: next.rejectionReason },
    });
    return toStage(tx, requireStage(tx, input.campaign, input.stage));
  });
  context.studio.stageEvents.notify(input.stage);
  return answer;
}

/** Makes a version of the accepted and edited entries; the stage then waits for its evaluation. */
export function applyStage(context: Context, input: StageKey & { message: string }): Stage {
  const answer = context.studio.database.transaction((tx) => {
    const { campaign, stage } = findStageOf(tx, input);
    requireUndecided(stage);
    requireNoDiagnosisUnderWay(tx, stage.id);
    const proposals = listEntries(tx, stage.id);
    const counts = { proposed: 0, accepted: 0, edited: 0, rejected: 0, invalid: 0 };
    for (const entry of proposals) counts[entry.status] += 1;
    const step = stepOf(tx, stage, counts);
    if (step !== "confirm" && step !== "edit") throw conflict(`The stage stands at ${step}.`, { current: step });
    if (!stage.baseVersion) throw badRequest("stage: the first stage has no entries");
    if (counts.accepted + counts.edited === 0) throw badRequest("stage: no entry is accepted yet");
    const { bundle, applied, conflicts } = applyEntries(requireBundle(tx, stage.baseVersion), proposals);
    if (conflicts.length > 0) {
      const titles = conflicts.map(({ entry }) => proposals.find((one) => one.id === entry)?.title ?? entry);
      throw unprocessable(`These entries do not fit on those before them: ${titles.join("; ")}. Reject or edit them.`, {
        diagnostics: conflicts.flatMap((one) => one.diagnostics),
      });
    }
    const titles = proposals.filter((entry) => applied.includes(entry.id)).map((entry) => entry.title);
    const { version, diagnostics } = writeVersion(tx, context, {
      project: input.project,
      files: bundle,
      name: stage.name,
      message: input.message.trim() || titles.join("; "),
      parent: stage.baseVersion,
      origin: "proposal",
    });
    if (diagnostics.some((diagnostic) => diagnostic.severity === "error")) {
      throw unprocessable("The accepted entries together break the bundle. Reject or edit one of them.", { diagnostics });
    }
    updateStage(tx, stage.id, { version: version.hash, step: "evaluate" });
    recordAudit(tx, context, {
      action: "stage-applied",
      project: input.project,
      subject: `stage:${stage.id}`,
      detail: { campaign: campaign.id, version: version.hash, entries: applied },
    });
    return toStage(tx, requireStage(tx, campaign.id, stage.id));
  });
  context.studio.stageEvents.notify(input.stage);
  return answer;
}
