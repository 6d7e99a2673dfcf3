import type { Dataset } from "@/lib/contracts/case";
import type { VersionListItem } from "@/lib/contracts/version";

/** The sets that a version can be run on: replies with human labels for a judge, all others for an agent. */
export const fittingSets = <Set extends Pick<Dataset, "kind">>(kind: VersionListItem["kind"], sets: readonly Set[]): Set[] =>
  sets.filter((set) => (set.kind === "judge-labels") === (kind === "judge"));
