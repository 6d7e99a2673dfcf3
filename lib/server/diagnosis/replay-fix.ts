import "server-only";
import type { Entry } from "@/lib/contracts/evolution";
import { averageScore } from "@/lib/evaluation/score";
import { applyOperations } from "@/lib/harness/operations";
import type { AnalystAtWork } from "../analysts";
import { requireRun } from "../lookups";
import { EndpointUnusable } from "../runs/endpoint-model";
import type { Studio } from "../studio";
import { ReplayImpossible, replayCases } from "../trials/replay-cases";
import { noteOn, outcomeOf } from "../trials/trial-case";
import type { AnalystMaterial } from "./analyst-material";

type Replayed = NonNullable<Entry["replayed"]>;

/** One case of a harness within its limits takes no longer; a service that hangs must not hold the diagnosis. In minutes. */
const LONGEST = 2;

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
  analyst: Pick<AnalystAtWork, "signal" | "left" | "countReplay">,
): Promise<Replayed | null> {
  const failing = new Map(material.parts.failures.map((one) => [one.item.id, one.result]));
  const id = entry.predictedFixes.find((one) => failing.has(one));
  const before = id === undefined ? undefined : failing.get(id);
  const applied = applyOperations(material.base, entry.operations);
  const { signal } = analyst;
  if (id === undefined || before === undefined || !applied.ok || signal.aborted) return null;
  const left = analyst.left();
  const nothing = (note: string): Replayed => ({ case: id, outcome: "unscored", note });
  if (left === null) return nothing("The budget was used up before it could be replayed.");
  const replays: Replayed[] = [];
  try {
    const { spent } = await replayCases(studio, {
      run: requireRun(studio.database, material.project, material.run),
      bundle: applied.bundle,
      cases: [{ case: id, repeat: before.repeat }],
      budget: { ...left, minutes: Math.min(left.minutes ?? LONGEST, LONGEST) },
      signal,
      onCase: ({ evaluation }) => {
        const outcome = outcomeOf(averageScore(before), averageScore(evaluation));
        replays.push({ case: id, outcome, note: noteOn(evaluation) });
      },
    });
    analyst.countReplay(spent);
  } catch (error) {
    if (error instanceof ReplayImpossible || error instanceof EndpointUnusable) return nothing(error.message);
    studio.report(error);
    return nothing("It could not be replayed. The studio's log has the details.");
  }
  if (signal.aborted) return null;
  return replays[0] ?? nothing("It took longer than two minutes, or more than what was left of the budget.");
}
