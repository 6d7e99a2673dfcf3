import type { Metric } from "@/lib/contracts/case";
import { parseVerdict } from "@/lib/evaluation/judge/verdict";
import { type EvaluatedCase, failedChecksOf } from "../evaluated-case";
import { type JudgedFeature, judgedFeature } from "./visible-features";

/** A label on which a judge and people differ, and what about the reply stands out there. */
export interface Disagreement {
  label: Metric;
  /** `lenient`: the judge gave more than people did. */
  direction: "lenient" | "strict";
  feature: JudgedFeature;
}

/** The disagreements of a judge's failing case, Accuracy first; none for an agent's case. */
export function disagreementsOf(one: EvaluatedCase): Disagreement[] {
  const { judged } = one.item;
  if (!judged) return [];
  const parsed = parseVerdict(one.result.reply);
  if (!parsed.ok) return [];
  return failedChecksOf(one).flatMap((check): Disagreement[] => {
    const given = check.kind === "human-label" ? parsed.verdict[check.label] : null;
    if (check.kind !== "human-label" || given === null) return [];
    const { label, value } = check;
    const direction = given > value ? "lenient" : "strict";
    return [{ label, direction, feature: judgedFeature(one.item, judged, { label, value, direction }) }];
  });
}

const FEATURE_WORDS: Record<JudgedFeature, string> = {
  "product-linkage": "what was looked up is another product than the one asked about",
  overreach: "the reply says that the host did or will do what it cannot do",
  promise: "the reply promises what nobody granted",
  "unsupported-claim": "the reply says what no look-up and no context supports",
  "cannot-check": "the reply says that it cannot check",
  courtesy: "the reply has polite phrases beside its answer",
  "several-comments": "several comments came at once",
  "partial-answer": "the reply answers a part of what was asked",
  "asks-back": "the reply asks back",
  silence: "the reply is silent",
  "no-answer": "the reply does not take up what was asked",
  redirect: "the reply brings the viewer back to the room",
  other: "nothing in sight sets the reply apart",
};

/** What stands out in the judged reply, as a clause. */
export const featureWords = (feature: JudgedFeature): string => FEATURE_WORDS[feature];

/** A disagreement as a person reads it in a label or a contrast. */
export const disagreementText = ({ label, direction, feature }: Disagreement): string =>
  `judge too ${direction} on ${label}: ${featureWords(feature)}`;
