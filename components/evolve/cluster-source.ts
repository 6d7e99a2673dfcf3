import { plural } from "@/components/ui/format";
import type { Cluster, Diagnosis } from "@/lib/contracts/evolution";

/** Whose clusters are shown: those of the diagnosis, or those that a program made beside a model's. */
export type ClusterSource = "model" | "program";

/** A person's changes are to the diagnosis; what the program made beside it only stands for comparison. */
export const clustersOf = (diagnosis: Diagnosis, source: ClusterSource): Cluster[] =>
  source === "program" ? diagnosis.beside : diagnosis.clusters;

/** Which cluster of the other side a cluster overlaps most, in words; null where there is no other side. */
export function overlapWords(diagnosis: Diagnosis, cluster: Cluster, source: ClusterSource): string | null {
  if (diagnosis.agreement === null) return null;
  const { pairs } = diagnosis.agreement;
  if (source === "model") {
    const pair = pairs.find((item) => item.cluster === cluster.id);
    const other = diagnosis.beside.find((item) => item.id === pair?.beside);
    if (!pair) return null;
    if (!other) return "No cluster of the program has any of its cases.";
    return `Of the program's clusters it overlaps most with “${other.label}”, Jaccard ${pair.jaccard.toFixed(2)}.`;
  }
  const here = pairs.filter((item) => item.beside === cluster.id).sort((a, b) => b.jaccard - a.jaccard);
  const names = here.flatMap((pair) => {
    const other = diagnosis.clusters.find((item) => item.id === pair.cluster);
    return other ? [`“${other.label}”, Jaccard ${pair.jaccard.toFixed(2)}`] : [];
  });
  if (names.length === 0) return "No cluster of the model overlaps most with this one.";
  return `${plural(names.length, "cluster")} of the model ${names.length === 1 ? "overlaps" : "overlap"} most with it: ${names.join("; ")}.`;
}
