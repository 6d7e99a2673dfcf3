import type { Check, Metric } from "@/lib/contracts/case";
import type { LabelAgreement } from "@/lib/contracts/case-import";
import { kappa } from "./kappa";

/** What one person gave a reply. */
export interface GivenLabel {
  annotator: string;
  accuracy: 0 | 1 | null;
  effectiveness: 0 | 0.5 | 1 | null;
}

const METRICS: readonly Metric[] = ["accuracy", "effectiveness"];

/** The check of each label that more than half of those who gave it agree on; none for a label on which they do not. */
export const labelChecks = (given: readonly GivenLabel[]): Check[] =>
  METRICS.flatMap((label): Check[] => {
    const value = majority(given.flatMap((one) => one[label] ?? []));
    return value === null ? [] : [{ id: label, kind: "human-label", metric: label, core: true, label, value }];
  });

/** Why labels give no check at all, in a sentence. */
export const whyNoLabel = (given: readonly GivenLabel[]): string =>
  given.every((one) => METRICS.every((label) => one[label] === null))
    ? "has no label yet: give accuracy (0 or 1), effectiveness (0, 0.5 or 1), or both"
    : `the ${given.length} annotators do not agree on any label: no value has more than half of them`;

/** κ between the annotators of a file; null where at most one labelled. `replies`: the labels of each reply. */
export function labelAgreement(replies: readonly (readonly GivenLabel[])[]): LabelAgreement | null {
  const annotators = new Set(replies.flatMap((given) => given.map((one) => one.annotator)));
  if (annotators.size < 2) return null;
  const of = (label: Metric) =>
    kappa(
      replies.map(
        (given) => new Map(given.flatMap((one) => (one[label] === null ? [] : [[one.annotator, one[label]] as const]))),
      ),
    );
  return { annotators: annotators.size, accuracy: of("accuracy"), effectiveness: of("effectiveness") };
}

function majority<Value>(values: readonly Value[]): Value | null {
  return values.find((value) => values.filter((other) => other === value).length * 2 > values.length) ?? null;
}
