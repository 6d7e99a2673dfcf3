import { z } from "zod";
import { EndedEarly, StageSummary } from "./evolution";
import { FileKind } from "./harness";

/** An entry as a campaign's graph shows it. `fixed` and `broken` come from credit; null where it was not measured. */
export const GraphEntry = z.object({
  id: z.string(),
  title: z.string(),
  component: FileKind,
  files: z.array(z.string()),
  cluster: z.string(),
  edited: z.boolean(),
  decidedBy: z.string().nullable(),
  fixed: z.int().nullable(),
  broken: z.int().nullable(),
});
export type GraphEntry = z.infer<typeof GraphEntry>;

const Mean = z.object({ mean: z.number().nullable(), low: z.number().nullable(), high: z.number().nullable() });

/** One stage in the graph of a campaign; an edge leads to it from `stage.parent`. */
export const GraphNode = z.object({
  stage: StageSummary,
  versionName: z.string().nullable(),
  avg: Mean.nullable(),
  /** Of AVG to the stage that it came from, paired, −1 to 1; null for the first stage and before both have ended. */
  difference: Mean.nullable(),
  heldOutAvg: Mean.nullable(),
  fixed: z.int().nullable(),
  broken: z.int().nullable(),
  brokenP0: z.int(),
  rejected: z.boolean(),
  early: EndedEarly.optional(),
  selected: z.boolean(),
  /** Whether production moved to this stage's version at any time, and whether it serves it now. */
  released: z.boolean(),
  production: z.boolean(),
  /** The night that made it; null where a person did. */
  autopilot: z.string().nullable(),
  entries: z.array(GraphEntry),
});
export type GraphNode = z.infer<typeof GraphNode>;

export const CampaignGraph = z.object({ campaign: z.string(), nodes: z.array(GraphNode) });
export type CampaignGraph = z.infer<typeof CampaignGraph>;

/** Where lines of a file come from: the version that brought them in, and the entry, where it was one. */
export const LineOrigin = z.object({
  version: z.string(),
  versionName: z.string(),
  origin: z.string(),
  author: z.string(),
  message: z.string(),
  at: z.string(),
  /** Path of the file in that version, where it was renamed since. */
  path: z.string(),
  entry: z
    .object({
      id: z.string(),
      title: z.string(),
      campaign: z.string(),
      campaignName: z.string(),
      stage: z.string(),
      stageName: z.string(),
      /** Label of the cluster and its failing cases. */
      cluster: z.string(),
      cases: z.array(z.string()),
      /** Run whose failures these were. */
      run: z.string(),
      edited: z.boolean(),
      decidedBy: z.string().nullable(),
      decidedAt: z.string().nullable(),
      /** From credit; null where it was not measured. */
      fixed: z.array(z.string()).nullable(),
      broken: z.array(z.string()).nullable(),
    })
    .nullable(),
});
export type LineOrigin = z.infer<typeof LineOrigin>;

/** Blame of a file of a version: for each line the index of its origin. */
export const Blame = z.object({
  version: z.string(),
  path: z.string(),
  lines: z.array(z.object({ text: z.string(), origin: z.int() })),
  origins: z.array(LineOrigin),
  /** Lines of earlier entries that stand in it no more, newest first, at most 50. */
  removed: z.array(z.object({ text: z.string(), origin: z.int(), removedBy: z.string() })),
});
export type Blame = z.infer<typeof Blame>;
