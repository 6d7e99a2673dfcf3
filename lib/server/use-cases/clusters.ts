import "server-only";
import { analystReader } from "@/db/analyst-reader";
import { listEntries, putDiagnosis, updateEntry } from "@/db/campaign-repository";
import { listPinnedClusters, replacePinnedClusters } from "@/db/pinned-cluster-repository";
import type { ClusterEdit } from "@/lib/contracts/cluster-edit";
import type { Cluster, Diagnosis, Stage } from "@/lib/contracts/evolution";
import { clusterBuilder } from "@/lib/evolution/cluster-builder";
import { applyClusterEdit, type EditedClusters } from "@/lib/evolution/cluster-edits";
import { badRequest, conflict } from "../app-error";
import { toStage } from "../campaign-view";
import { type Context, recordAudit } from "../context";
import { findDiagnosed } from "../diagnosis/find-diagnosed";
import { newId, timestamp } from "../ids";
import { requireStage } from "../lookups";
import type { StageKey } from "./stages";

/** Where what named a cluster points after an edit: the cluster that took its place, or the one with most of its cases. */
function heirs(before: readonly Cluster[], { clusters, replaced }: EditedClusters): (id: string) => string {
  const there = new Set(clusters.map(({ id }) => id));
  const follow = (id: string, steps = replaced.length): string => {
    const next = replaced.find(({ from }) => from === id)?.to;
    return there.has(id) || next === undefined || steps === 0 ? id : follow(next, steps - 1);
  };
  return (id) => {
    const named = follow(id);
    if (there.has(named)) return named;
    const cases = new Set(before.find((one) => one.id === id)?.cases);
    const shared = clusters.map((one) => ({ id: one.id, n: one.cases.filter((item) => cases.has(item)).length }));
    return shared.toSorted((a, b) => b.n - a.n)[0]?.id ?? id;
  };
}

function changed(diagnosis: Diagnosis, edited: EditedClusters, heir: (id: string) => string): Diagnosis["agreement"] {
  const { agreement } = diagnosis;
  if (agreement === null) return null;
  const there = new Set(edited.clusters.map(({ id }) => id));
  const pairs = agreement.pairs.map((pair) => ({ ...pair, cluster: heir(pair.cluster) }));
  return { ...agreement, pairs: pairs.filter(({ cluster }, at) => there.has(cluster) && firstOf(pairs, cluster) === at) };
}

const firstOf = (pairs: readonly { cluster: string }[], cluster: string) => pairs.findIndex((one) => one.cluster === cluster);

/**
 * Renames, merges or splits clusters of the diagnosis, or moves cases, at the revision the caller saw. The next diagnosis of
 * the campaign keeps it; entries go with their clusters.
 */
export function editClusters(context: Context, input: StageKey & { revision: number; edit: ClusterEdit }): Stage {
  const { studio, actor } = context;
  const { database } = studio;
  const { campaign, stage, diagnosis } = findDiagnosed(database, input);
  if (diagnosis.revision !== input.revision) {
    const { by, at } = diagnosis.changed ?? {};
    throw conflict(`${by ?? "A newer diagnosis"} changed the clusters meanwhile.`, {
      current: `revision ${diagnosis.revision}`,
      ...(by === undefined ? {} : { by }),
      ...(at === undefined ? {} : { at }),
    });
  }
  const at = timestamp();
  const edited = applyClusterEdit(
    diagnosis.clusters,
    input.edit,
    { by: actor, at, pinned: listPinnedClusters(database, campaign.id), newId: () => newId("clu") },
    clusterBuilder(analystReader(database).results(diagnosis.run), campaign.seed),
  );
  if (edited.problems.length > 0) throw badRequest(`edit: ${edited.problems.join(" ")}`);
  const heir = heirs(diagnosis.clusters, edited);
  const next: Diagnosis = {
    ...diagnosis,
    clusters: edited.clusters,
    agreement: changed(diagnosis, edited, heir),
    revision: diagnosis.revision + 1,
    changed: { by: actor, at },
  };
  const answer = database.transaction((tx) => {
    putDiagnosis(tx, stage.id, next);
    replacePinnedClusters(tx, campaign.id, edited.pinned);
    for (const entry of listEntries(tx, stage.id)) {
      const cluster = heir(entry.cluster);
      if (cluster !== entry.cluster) updateEntry(tx, { ...entry, cluster }, entry.revision);
    }
    recordAudit(tx, context, {
      action: "clusters-edited",
      project: input.project,
      subject: `stage:${stage.id}`,
      detail: { ...input.edit },
    });
    return toStage(tx, requireStage(tx, campaign.id, stage.id));
  });
  studio.stageEvents.notify(stage.id);
  return answer;
}
