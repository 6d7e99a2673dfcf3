import type { Campaign, CampaignChart, DecisionKind, Stage } from "@/lib/contracts/evolution";
import type { EarlyRejection } from "./early-rejection";

/** Why a decision is not offered; null where it is. */
export type Refusals = Record<DecisionKind, string | null>;

/** Roll back and stop can always be decided. The others need scores on every case; a judge is never promoted. */
export function refusalsOf(
  stage: Pick<Stage, "step">,
  rejected: EarlyRejection | null,
  kind: Campaign["kind"] = "agent",
): Refusals {
  const why =
    rejected !== null
      ? "Rejected early: its scores rest on the hard cases alone. Run it to the end to go on with it."
      : stage.step === "regression-check"
        ? null
        : "The stage is not evaluated yet.";
  const promote = kind === "judge" ? "A judge serves no viewer. “Use as judge” on the stage puts it to use." : why;
  return { promote, "another-stage": why, rollback: null, stop: null };
}

/** What still keeps a decision from being sent, in words; null where nothing does. */
export function missingFor(
  kind: DecisionKind,
  given: {
    reason: string;
    brokenP0: readonly string[];
    accepted: ReadonlySet<string>;
    productionKnown: boolean;
    /** What the gates of production still want of a promotion; null for nothing. */
    gates: string | null;
  },
): string | null {
  const { reason, brokenP0, accepted, productionKnown, gates } = given;
  if (kind === "promote") {
    const open = brokenP0.filter((id) => !accepted.has(id));
    if (open.length > 0) {
      const which = brokenP0.length === 1 ? "The broken P0 case is" : `${open.length} of ${brokenP0.length} broken P0 cases are`;
      return `${which} not accepted yet.`;
    }
    if (!productionKnown) return "What is in production is not known yet.";
    if (gates !== null) return gates;
  }
  return reason.trim() === "" ? "Say why." : null;
}

/** What the stop rule says of a stage: as it would have spoken once the stage was evaluated, or its advice now. */
export interface StopWord {
  stop: boolean;
  /** Its first sentence, and all of it. */
  line: string;
  text: string;
}

/** Up to the first full stop that ends a sentence; one inside a number does not. */
const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;

export function stopWordOf({ replay, advice }: Pick<CampaignChart, "replay" | "advice">, stage: string): StopWord {
  const { recommended: stop, explanation: text } = replay?.steps.find((step) => step.stage === stage) ?? advice;
  return { stop, line: firstSentence(text), text };
}
