import "server-only";
import type { Entry } from "@/lib/contracts/evolution";
import type { CaseResult } from "@/lib/contracts/run";
import { Budget } from "@/lib/contracts/run-settings";
import type { CaseEvaluation } from "@/lib/evaluation/evaluate-case";
import { applyOperations } from "@/lib/harness/operations";
import { requireRun } from "../lookups";
import { EndpointUnusable } from "../runs/endpoint-model";
import type { Studio } from "../studio";
import { ReplayImpossible, replayCases } from "../trials/replay-cases";
import type { AnalystMaterial } from "./analyst-material";

type Replayed = NonNullable<Entry["replayed"]>;

/** One case of a harness within its limits takes no longer; a service that hangs must not hold the diagnosis. */
const BUDGET = Budget.parse({ minutes: 2 });

const avgOf = ({ accuracy, effectiveness }: Pick<CaseResult, "accuracy" | "effectiveness">) =>
  ((accuracy ?? 0) + (effectiveness ?? 0)) / 2;

function judged(id: string, before: CaseResult, after: CaseEvaluation): Replayed {
  if (after.state === "unscored") return { case: id, outcome: "unscored", note: after.reason ?? "It could not be scored." };
  const change = avgOf(after) - avgOf(before);
  const failed = after.checks.filter((check) => check.verdict === "failed");
  const note = failed.map((check) => check.why).join("; ") || (after.reason ?? "");
  return { case: id, outcome: change > 0 ? "fixed" : change < 0 ? "broken" : "same", note };
}

/**
 * The last step of verified apply (METHODS.md section 2): replays the first of the predicted fixes that fails in the base run
 * with the operations applied, and tells how it came out. A case that stays wrong or gets worse does not invalidate the entry:
 * one case is a hint for the person who decides. What goes wrong while replaying is its note. Null where no predicted fix
 * fails, or the signal was aborted.
 */
export async function replayFix(
  studio: Studio,
  material: AnalystMaterial,
  entry: Pick<Entry, "operations" | "predictedFixes">,
  signal: AbortSignal,
): Promise<Replayed | null> {
  const failing = new Map(material.parts.failures.map((one) => [one.item.id, one.result]));
  const id = entry.predictedFixes.find((one) => failing.has(one));
  const before = id === undefined ? undefined : failing.get(id);
  const applied = applyOperations(material.base, entry.operations);
  if (id === undefined || before === undefined || !applied.ok || signal.aborted) return null;
  const replays: Replayed[] = [];
  try {
    await replayCases(studio, {
      run: requireRun(studio.database, material.project, material.run),
      bundle: applied.bundle,
      cases: [{ case: id, repeat: before.repeat }],
      budget: BUDGET,
      signal,
      onCase: ({ evaluation }) => replays.push(judged(id, before, evaluation)),
    });
  } catch (error) {
    if (error instanceof ReplayImpossible || error instanceof EndpointUnusable) {
      return { case: id, outcome: "unscored", note: error.message };
    }
    studio.report(error);
    return { case: id, outcome: "unscored", note: "It could not be replayed. The studio's log has the details." };
  }
  if (signal.aborted) return null;
  return replays[0] ?? { case: id, outcome: "unscored", note: "It took longer than two minutes." };
}
