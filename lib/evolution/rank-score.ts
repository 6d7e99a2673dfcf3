import type { Owner } from "@/lib/contracts/evolution";
import type { EvaluatedCase } from "./evaluated-case";

/** How readily a harness edit at this level mends a failure, 0 to 1: defaults to order clusters by, no measurement. */
export const FIXABILITY: Record<Owner, number> = {
  skill: 1,
  prompt: 0.9,
  tool: 0.8,
  hook: 0.8,
  config: 0.7,
  memory: 0.6,
  wiring: 0.6,
  model: 0.2,
  data: 0.1,
};

const PRIORITY_WEIGHT: Record<string, number> = { P0: 3, P1: 1, P2: 0.5 };

/** Mean over the cases of priority weight times lost AVG (0 to 1); a case without scores lost all. */
export function severityOf(cases: readonly EvaluatedCase[]): number {
  if (cases.length === 0) return 0;
  const lost = cases.map(({ item, result }) => {
    const avg = ((result.accuracy ?? 0) + (result.effectiveness ?? 0)) / 2;
    return (PRIORITY_WEIGHT[item.priority] ?? 1) * (1 - avg);
  });
  return lost.reduce((sum, one) => sum + one, 0) / cases.length;
}

/** n × severity × fixability (METHODS.md section 1, step 7); the long tail comes after every cluster. */
export const rankScore = (cases: readonly EvaluatedCase[], owner: Owner, longTail: boolean) =>
  (longTail ? 1e-6 : 1) * cases.length * severityOf(cases) * FIXABILITY[owner];
