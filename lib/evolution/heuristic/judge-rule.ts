import { featureWords } from "../judged/disagreement";
import type { JudgedFeature } from "../judged/visible-features";
import type { Mechanism } from "./mechanism";

type Disagreed = Pick<Extract<Mechanism, { code: "disagreed" }>, "label" | "direction" | "feature">;

const LABEL = { accuracy: "Accuracy", effectiveness: "Effectiveness" } as const;

/**
 * Rubric rules by label and feature: a line a judge can follow whatever the case. Nothing in them comes from a case, and none
 * says what any reply was given.
 */
const RULES: Record<Disagreed["label"], Partial<Record<JudgedFeature, string>>> = {
  accuracy: {
    "product-linkage":
      "Wrong product linkage is an error: compare the link or product that the comment names with the one that the look-ups are about; where they differ, Accuracy is 0.",
    overreach:
      "Capability overreach is an error: a reply that says the host changed, cancelled, reserved, refunded or arranged something, or is human, gets Accuracy 0.",
    promise:
      "A promise that no look-up grants (an arrival day, a guarantee, a refund) is an error: Accuracy is 0, however kind it sounds.",
    "unsupported-claim":
      "An unsupported claim is an error: a figure, offer or superlative that neither a look-up nor the context states makes Accuracy 0, though it may be true.",
    "cannot-check": "“I cannot check that right now” claims nothing: after a failed look-up it is true, and Accuracy is 1.",
    courtesy: "Polite phrases are no claims: they never lower Accuracy.",
  },
  effectiveness: {
    "several-comments":
      "With several comments, list the intents of every comment first: Effectiveness is 1 only where each is answered, 0.5 where some are, 0 where none is.",
    "partial-answer":
      "A partial answer gets Effectiveness 0.5, not 0 and not 1: where a comment asks two things and the reply answers one of them, it is partial.",
    "cannot-check": "A reply that rightly says it cannot check and offers no more gets Effectiveness 0.5.",
    "asks-back": "Asking back although the comment says what is meant answers nothing: Effectiveness is 0.",
    "no-answer": "Empty phrases that do not take up the question answer nothing: Effectiveness is 0.",
    silence: "Staying silent gets Effectiveness 1 where nobody asked anything, and 0 where an answer was due.",
    redirect: "Bringing an off-topic viewer back to the room in a friendly way meets the intent: Effectiveness is 1.",
  },
};

/** The rubric rule that would settle a disagreement; null where nothing in sight sets the reply apart. */
export const judgeRule = ({ label, feature }: Disagreed): string | null => RULES[label][feature] ?? null;

const THAN = { lenient: "more lenient", strict: "stricter" } as const;

/** What went wrong, as a clause. */
export const disagreementCause = ({ label, direction, feature }: Disagreed): string =>
  `the judge was ${THAN[direction]} on ${LABEL[label]} than people where ${featureWords(feature)}`;

export const judgeTitle = ({ label, feature }: Disagreed): string => `${LABEL[label]}: ${feature.replaceAll("-", " ")}`;
