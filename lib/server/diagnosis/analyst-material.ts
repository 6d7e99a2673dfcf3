import "server-only";
import { analystReader } from "@/db/analyst-reader";
import {
  rejectedEntries,
  retriedEntries,
  rolledBackEntries,
  type StoredCampaign,
  type StoredStage,
} from "@/db/campaign-repository";
import { listPinnedClusters } from "@/db/pinned-cluster-repository";
import type { Case } from "@/lib/contracts/case";
import type { Entry } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import type { DiagnosisInput, RejectedEntry, VerifyEdit } from "@/lib/evolution/analyst";
import { addedLines } from "@/lib/evolution/changes";
import { type CasePartition, type EvaluatedCase, partitionCases } from "@/lib/evolution/evaluated-case";
import { verifyEntry } from "@/lib/evolution/verify";
import { badRequest } from "../app-error";
import { requireBundle } from "../lookups";
import type { Studio } from "../studio";

/** All that the analyst of a stage works from: the base version and its run over the dev set. */
export interface AnalystMaterial {
  stage: string;
  project: string;
  base: Bundle;
  /** The run that the stage starts from. */
  run: string;
  cases: EvaluatedCase[];
  items: Case[];
  parts: CasePartition;
  input: Pick<DiagnosisInput, "bundle" | "cases" | "trajectory" | "seed" | "pinned">;
  rejected: RejectedEntry[];
  verify: VerifyEdit;
}

/**
 * What became of entries of this campaign: the rejected ones with the reason, those of stages that were rolled back, and what
 * another attempt was asked for.
 */
function turnedDown(studio: Studio, campaign: string): RejectedEntry[] {
  const rejected = rejectedEntries(studio.database, campaign).map((entry) => ({
    title: entry.title,
    reason: entry.rejectionReason ?? "",
    added: addedTexts(entry),
  }));
  const rolledBack = rolledBackEntries(studio.database, campaign).map((entry) => ({
    title: entry.title,
    reason: "its stage was rolled back",
    added: addedTexts(entry),
  }));
  const asked = retriedEntries(studio.database, campaign).flatMap((entry) =>
    entry.attempts
      .filter((attempt) => attempt.because === "person")
      // Another title than the entry's: what is asked for anew may keep its title, but not its text.
      .map(({ title, comment, added }) => ({
        title: `An earlier attempt at “${title}”`,
        reason: comment,
        added: added === "" ? [] : added.split("\n"),
      })),
  );
  return [...rejected, ...rolledBack, ...asked];
}

/** The lines that an entry adds, over all its files. */
export const addedTexts = (entry: Pick<Entry, "changes">): string[] => addedLines(entry.changes).map(({ text }) => text);

/**
 * Reads the material of a stage, through the analyst's reader alone.
 * @throws NotForAnalysis where the run is not on a dev set.
 */
export function readMaterial(studio: Studio, campaign: StoredCampaign, stage: StoredStage): AnalystMaterial {
  const { baseVersion, baseRun: run } = stage;
  if (baseVersion === null || run === null) throw badRequest("stage: it has no completed run to diagnose");
  const { database, sandbox } = studio;
  const reader = analystReader(database);
  const base = requireBundle(database, baseVersion);
  const cases = reader.results(run);
  const items = [...new Map(cases.map(({ item }) => [item.id, item])).values()];
  const parts = partitionCases(cases);
  const shown = new Map(
    [...parts.failures, ...parts.passes, ...parts.quarantined].map((one) => [one.item.id, one.result.repeat]),
  );
  return {
    stage: stage.id,
    project: campaign.project,
    base,
    run,
    cases,
    items,
    parts,
    input: {
      bundle: base,
      cases,
      trajectory(id) {
        const repeat = shown.get(id);
        return repeat === undefined ? null : reader.trajectory(run, id, repeat);
      },
      seed: campaign.seed,
      pinned: listPinnedClusters(database, campaign.id),
    },
    rejected: turnedDown(studio, campaign.id),
    async verify(operations) {
      const { diagnostics } = await verifyEntry({ base, operations, cases: items, sandbox });
      return diagnostics.filter((one) => one.severity === "error").map((one) => `${one.path}:${one.line} ${one.message}`);
    },
  };
}
