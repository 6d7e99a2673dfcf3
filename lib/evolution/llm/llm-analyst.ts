import type { ChatModel } from "@/lib/kernel/ports";
import type { AnalystPort, DiagnosisInput } from "../analyst";
import { createHeuristicAnalyst } from "../heuristic/heuristic-analyst";
import type { Asking } from "./call-model";
import { diagnoseWithModel } from "./diagnose";
import { InvalidLog } from "./invalid-log";
import { proposeWithModel, reviseWithModel } from "./propose";
import { recentTrajectories } from "./recent-trajectories";
import { ANALYST_SETTINGS, type AnalystSettings } from "./settings";

/**
 * The analyst over any chat model (METHODS.md sections 1 and 2). What the model says is held against the run: quotes must stand
 * in their step, edits must verify, predictions must be of the right cases. An answer that does not hold goes back at most
 * twice and is reported in `invalid`. A diagnosis of n failures takes n + 2 · (⌈n / 25⌉ + n · ⌈k / 20⌉) calls with k codes a
 * seed, up to three times as many where answers go back; a proposal takes one to three.
 */
export function createLlmAnalyst(model: ChatModel, changed: Partial<AnalystSettings> = {}): AnalystPort {
  const settings = { ...ANALYST_SETTINGS, ...changed };
  const asking = ({ signal }: DiagnosisInput): Asking => ({ model, settings, signal, invalid: new InvalidLog(settings) });
  const held = <T extends DiagnosisInput>(input: T): T => ({
    ...input,
    trajectory: recentTrajectories(input.trajectory, settings.heldTrajectories),
  });
  return {
    kind: "llm",
    diagnose: async (input) => diagnoseWithModel(asking(input), held(input), createHeuristicAnalyst()),
    propose: async (input) => proposeWithModel(asking(input), held(input)),
    revise: async (input) => reviseWithModel(asking(input), held(input)),
  };
}
