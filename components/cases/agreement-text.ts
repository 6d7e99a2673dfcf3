import { plural } from "@/components/ui/format";
import type { LabelAgreement } from "@/lib/contracts/case-import";

const kappaText = (name: string, { kappa, items }: LabelAgreement["accuracy"]): string =>
  kappa === null ? `${name} cannot be told` : `κ ${kappa.toFixed(2)} on ${name} (n ${items})`;

/** How far the annotators of a labels file agree, beyond chance. */
export const agreementText = ({ annotators, accuracy, effectiveness }: LabelAgreement): string =>
  `${plural(annotators, "annotator")}: ${kappaText("Accuracy", accuracy)}, ${kappaText("Effectiveness", effectiveness)}.`;
