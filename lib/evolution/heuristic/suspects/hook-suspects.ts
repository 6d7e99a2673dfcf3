import type { Harness } from "@/lib/contracts/harness";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { runChecks } from "@/lib/evaluation/checks";
import type { EvaluatedCase } from "../../evaluated-case";
import { LEAST_CASES, type Suspect, type SuspectInput } from "./suspect";

/** A reply that a Hook held back. */
interface HeldBack {
  hook: string;
  reason: string;
  draft: string;
}

/** The first reply of a task that a Stop Hook sent back or kept, with the model's words; null where none was. */
function firstHeldBack({ steps }: Trajectory): HeldBack | null {
  const at = steps.findIndex(
    (step) => step.type === "hook" && step.event === "Stop" && (step.decision === "block" || step.decision === "suppress"),
  );
  const hook = steps[at];
  const said = steps.slice(0, Math.max(0, at)).findLast((step) => step.type === "model-call");
  if (hook?.type !== "hook" || said?.type !== "model-call" || !said.outcome.ok) return null;
  return { hook: hook.hook, reason: hook.reason ?? "", draft: said.outcome.content };
}

/** Whether a reply, given at the end of what the trajectory had looked up, passes every check that a program decides. */
function wouldPass({ item }: EvaluatedCase, trajectory: Trajectory, draft: string, harness: Harness): boolean {
  const results = runChecks(item, { ...trajectory, reply: draft, stopReason: "replied" }, harness.tools);
  return results.every(({ verdict }) => verdict !== "failed") && results.some(({ verdict }) => verdict === "passed");
}

/** The Hooks that held back replies which would have passed, where the case then failed. */
export function hookSuspects({ harness, failures, trajectory }: SuspectInput): Suspect[] {
  const held = failures.flatMap((one) => {
    const found = trajectory(one.item.id);
    const first = found === null ? null : firstHeldBack(found);
    return found === null || first === null ? [] : [{ one, ...first, good: wouldPass(one, found, first.draft, harness) }];
  });
  return harness.hooks.flatMap((hook): Suspect[] => {
    const own = held.filter((one) => one.hook === hook.name);
    const good = own.filter((one) => one.good);
    if (good.length < LEAST_CASES) return [];
    const mechanism = {
      key: `hook-blocks ${hook.name}`,
      code: "hook-blocks" as const,
      hook: hook.name,
      reason: good[0]?.reason ?? "",
      drafts: good.map(({ draft }) => draft),
      blocked: own.length,
    };
    return [{ mechanism, cases: good.map(({ one }) => one), weight: 2 + Math.sqrt(good.length) }];
  });
}
