import type { Cluster } from "@/lib/contracts/evolution";
import type { EvaluatedCase } from "../evaluated-case";
import { readableFeatures } from "./situation";

/** A contrast is shown from this many standard errors of the log-odds on. */
const LEAST_Z = 1.64;
const MOST_CONTRASTS = 6;
const SMOOTHING = 0.5;

const countFeatures = (cases: readonly EvaluatedCase[]) => {
  const counts = new Map<string, number>();
  for (const one of cases) for (const feature of readableFeatures(one)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return counts;
};

/**
 * What sets failures apart from the nearest passing cases: smoothed log-odds (½ added to each cell) over their standard
 * error, strongest first. A feature as common on both sides is no cause and does not appear. Shares from 0 to 1.
 */
export function contrastWith(failing: readonly EvaluatedCase[], passing: readonly EvaluatedCase[]): Cluster["contrast"] {
  if (failing.length === 0 || passing.length === 0) return [];
  const failed = countFeatures(failing);
  const passed = countFeatures(passing);
  return [...new Set([...failed.keys(), ...passed.keys()])]
    .map((feature) => {
      const a = (failed.get(feature) ?? 0) + SMOOTHING;
      const b = failing.length - (failed.get(feature) ?? 0) + SMOOTHING;
      const c = (passed.get(feature) ?? 0) + SMOOTHING;
      const d = passing.length - (passed.get(feature) ?? 0) + SMOOTHING;
      const z = Math.log((a * d) / (b * c)) / Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d);
      return {
        feature,
        failing: (failed.get(feature) ?? 0) / failing.length,
        passing: (passed.get(feature) ?? 0) / passing.length,
        z,
      };
    })
    .filter(({ z }) => Math.abs(z) >= LEAST_Z)
    .sort((x, y) => Math.abs(y.z) - Math.abs(x.z) || (x.feature < y.feature ? -1 : 1))
    .slice(0, MOST_CONTRASTS)
    .map(({ feature, failing: failingShare, passing: passingShare }) => ({
      feature,
      failing: failingShare,
      passing: passingShare,
    }));
}
