import { z } from "zod";

/** `run`: a run scored the set. `trajectory`: a person opened a trajectory of it. */
export const LookKind = z.enum(["run", "trajectory"]);
export type LookKind = z.infer<typeof LookKind>;

/** One look at a set that is not for development. `alpha`: significance that it may spend, 6α/(π²i²) for the i-th run. */
export const Look = z.object({
  sequence: z.int(),
  dataset: z.string(),
  datasetVersion: z.string(),
  kind: LookKind,
  /** The run that looked, or whose trajectory was opened. */
  run: z.string().nullable(),
  case: z.string().nullable(),
  actor: z.string(),
  at: z.string(),
  /** Place among the looks of kind `run` at this data set version, from 1; null for other kinds. */
  index: z.int().nullable(),
  alpha: z.number().nullable(),
  reason: z.string(),
});
export type Look = z.infer<typeof Look>;

/** How worn a set is. All zero for a dev set, which is looked at freely. */
export const LookSummary = z.object({
  /** Runs on the newest version. */
  runs: z.int(),
  /** Trajectories opened of it. */
  trajectories: z.int(),
  /** Runs after which the set counts as worn out. */
  limit: z.int(),
  wornOut: z.boolean(),
  /** Significance that the next look may spend; null for a dev set. */
  nextAlpha: z.number().nullable(),
});
export type LookSummary = z.infer<typeof LookSummary>;
