import "server-only";
import type { Store } from "@/db/client";
import { datasetsOfOtherRoles, inputsOfDataset } from "@/db/dataset-repository";
import type { DatasetRole, SplitOverlap } from "@/lib/contracts/case";
import { hashInput } from "@/lib/datasets/hash";
import { foldText } from "@/lib/evaluation/fold-text";
import type { Context } from "../context";
import { requireDataset } from "../lookups";

const inputHashes = (store: Store, dataset: string): string[] =>
  inputsOfDataset(store, dataset).map(({ comment, context }) => hashInput(foldText(comment), context));

/**
 * The sets of other roles that ask some of the same: how many cases of the set have the comments (folded) and the context of
 * a case there. What is learnt on one of two such sets says nothing about the other.
 */
export function splitOverlaps(store: Store, dataset: { id: string; project: string; role: DatasetRole }): SplitOverlap[] {
  const others = datasetsOfOtherRoles(store, dataset.project, dataset.role);
  if (others.length === 0) return [];
  const own = inputHashes(store, dataset.id);
  return others.flatMap((other) => {
    const known = new Set(inputHashes(store, other.id));
    const cases = own.filter((hash) => known.has(hash)).length;
    return cases === 0 ? [] : [{ dataset: other.id, name: other.name, role: other.role, cases }];
  });
}

export const datasetOverlaps = ({ studio }: Context, input: { project: string; dataset: string }): SplitOverlap[] =>
  splitOverlaps(studio.database, requireDataset(studio.database, input.project, input.dataset));
