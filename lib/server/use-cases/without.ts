import "server-only";
import { findDiagnosis, insertEntry, listEntries, listStages, putDiagnosis } from "@/db/campaign-repository";
import type { Entry, Stage } from "@/lib/contracts/evolution";
import { applyEntries } from "@/lib/evolution/apply";
import { badRequest, conflict } from "../app-error";
import { toStage } from "../campaign-view";
import { type Context, recordAudit } from "../context";
import { newId } from "../ids";
import { requireBundle, requireStage } from "../lookups";
import { findStageOf, isShipped, requireActive, type StageKey, writeStage } from "./stages";
import { writeVersion } from "./versions";

const titlesOf = (entries: readonly Entry[]) => entries.map((entry) => entry.title).join("; ");

/** "Evolution 2 without “Be brief”", or how many where they are several. */
function nameOf(stage: string, removed: readonly Entry[]): string {
  const [only] = removed;
  return removed.length === 1 && only ? `${stage} without “${only.title}”` : `${stage} without ${removed.length} entries`;
}

/**
 * Makes a version of the stage's base and its other shipped entries, and a stage with it beside this one, which waits for its
 * evaluation. The entries it keeps are copied, each naming the one it repeats; so is the diagnosis that they rest on.
 */
export function stageWithout(context: Context, input: StageKey & { entries: readonly string[]; reason: string }): Stage {
  const { studio } = context;
  const made = studio.database.transaction(
    (tx) => {
      const { campaign, stage } = findStageOf(tx, input);
      requireActive(campaign);
      if (!stage.parent || !stage.baseVersion || !stage.version) throw badRequest("stage: it has no version made of entries");
      const shipped = listEntries(tx, stage.id).filter(isShipped);
      const strange = input.entries.find((id) => !shipped.some((entry) => entry.id === id));
      if (strange) throw badRequest(`entries: ${strange} is not part of the stage's version`);
      const removed = shipped.filter((entry) => input.entries.includes(entry.id));
      const kept = shipped.filter((entry) => !input.entries.includes(entry.id));
      if (kept.length === 0) throw badRequest("entries: nothing would be left; roll the stage back instead");
      const { bundle, conflicts } = applyEntries(requireBundle(tx, stage.baseVersion), kept);
      if (conflicts.length > 0) {
        const stuck = kept.filter((entry) => conflicts.some((one) => one.entry === entry.id));
        throw conflict(`These entries do not apply without it: ${titlesOf(stuck)}.`, { current: titlesOf(stuck) });
      }
      const name = nameOf(stage.name, removed);
      const { version, diagnostics } = writeVersion(tx, context, {
        ...{ project: input.project, files: bundle, name, parent: stage.baseVersion, origin: "proposal" },
        message: `${stage.name} without ${titlesOf(removed)}: ${input.reason}`,
      });
      if (diagnostics.some(({ severity }) => severity === "error")) {
        throw conflict("The entries that are left do not make a harness that can be run.", { current: titlesOf(kept) });
      }
      const beside = listStages(tx, campaign.id).find((one) => one.parent === stage.parent && one.version === version.hash);
      if (beside) throw conflict(`${beside.name} has this version already.`, { current: beside.id });
      const parent = requireStage(tx, campaign.id, stage.parent);
      const next = writeStage(tx, context, { campaign, parent, name, version: version.hash });
      for (const entry of kept) insertEntry(tx, { ...entry, id: newId("ent"), stage: next.id, revision: 1, copyOf: entry.id });
      const diagnosis = findDiagnosis(tx, stage.id);
      // What the diagnosis cost is told once, where it was made.
      if (diagnosis) putDiagnosis(tx, next.id, { ...diagnosis, spent: { calls: 0, tokens: 0, cost: null } });
      recordAudit(tx, context, {
        action: "entries-removed",
        project: input.project,
        subject: `stage:${stage.id}`,
        detail: {
          ...{ campaign: campaign.id, stage: next.id, version: version.hash, reason: input.reason },
          entries: removed.map((entry) => entry.id),
        },
      });
      return toStage(tx, requireStage(tx, campaign.id, next.id));
    },
    { behavior: "immediate" },
  );
  studio.stageEvents.notify(input.stage);
  studio.stageEvents.notify(made.id);
  return made;
}
