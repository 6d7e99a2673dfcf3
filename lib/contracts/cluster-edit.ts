import { z } from "zod";
import { Owner } from "./owner";

const label = z.string().trim().min(1).max(120);

/**
 * How a person changes the clusters of a diagnosis. A cluster that a person touched is theirs from then on: the next diagnosis
 * of the campaign keeps its name and puts its cases together wherever they fail again.
 */
export const ClusterEdit = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("rename"),
    cluster: z.string(),
    label,
    cause: z.string().trim().min(1).max(600).optional(),
    owner: Owner.optional(),
  }),
  /** The first cluster takes the cases of the others; without a label it keeps its own. */
  z.object({ kind: z.literal("merge"), clusters: z.array(z.string()).min(2), label: label.optional() }),
  /** Takes these cases out of the cluster into one of their own. */
  z.object({ kind: z.literal("split"), cluster: z.string(), cases: z.array(z.string()).min(1), label }),
  /** Moves cases to another cluster; null: to the long tail. */
  z.object({ kind: z.literal("move"), cases: z.array(z.string()).min(1), to: z.string().nullable() }),
  /** Forgets that a person touched this cluster; what it is made of stays until the next diagnosis. */
  z.object({ kind: z.literal("release"), cluster: z.string() }),
]);
export type ClusterEdit = z.infer<typeof ClusterEdit>;

/** A cluster as a person left it: what the next diagnosis of the campaign keeps. `cases` are those it had then. */
export const PinnedCluster = z.object({
  id: z.string(),
  label,
  cause: z.string().nullable(),
  owner: Owner.nullable(),
  cases: z.array(z.string()),
  by: z.string(),
  at: z.string(),
});
export type PinnedCluster = z.infer<typeof PinnedCluster>;
