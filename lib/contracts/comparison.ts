import { z } from "zod";
import { Comparison } from "./run";

/** Of one side of a comparison: its cases, and those without any score. */
export const Coverage = z.object({ cases: z.int(), unscored: z.int(), unscoredP0: z.int() });
export type Coverage = z.infer<typeof Coverage>;

/** What the results of two runs say of each other. The rest of a comparison (runs, caveats, margin, noise) may change later. */
export const PairedResults = Comparison.omit({ base: true, head: true, caveats: true, nonInferiority: true, noise: true }).extend(
  {
    coverage: z.object({ base: Coverage, head: Coverage }),
  },
);
export type PairedResults = z.infer<typeof PairedResults>;

/** The few facts of paired results that a chart over many stages needs. */
export const PairedSummary = z.object({
  fixed: z.int(),
  broken: z.int(),
  brokenP0: z.array(z.object({ category: z.string(), case: z.string() })),
  /** Half the width of the 95 % interval of the difference; null where there is none. */
  halfWidth: z.object({
    accuracy: z.number().nullable(),
    effectiveness: z.number().nullable(),
    avg: z.number().nullable(),
  }),
});
export type PairedSummary = z.infer<typeof PairedSummary>;

/** Ids of the cases that flipped. */
export const FlippedCases = z.object({ fixed: z.array(z.string()), broken: z.array(z.string()) });
export type FlippedCases = z.infer<typeof FlippedCases>;
