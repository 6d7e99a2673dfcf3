import type { GateSettings, JudgeCalibration, ReleaseGateItem } from "@/lib/contracts/release-gate";
import { shareText } from "@/lib/evaluation/gates/gate-item";
import type { GateFacts } from "./facts";
import { countText, decided, lacking, note } from "./gate-items";

const METRICS = ["accuracy", "effectiveness"] as const;
const NAME = "judge";

/**
 * Whether the judge may gate: exactly its version now agrees with people's labels, for Accuracy and Effectiveness, with a true
 * positive and a true negative rate at or above the floor (METHODS.md, section 7: 0.8). None where the checks alone score.
 */
export function judgeItems({ settings, judge }: Pick<GateFacts, "settings" | "judge">): ReleaseGateItem[] {
  const named = settings.regression.judge;
  if (named === null) return [];
  const { floor, minimumLabels } = settings.judges;
  const wanted = `true positive and true negative rate at least ${shareText(floor)} on at least ${countText(minimumLabels, "label")}`;
  if (judge === null)
    return [lacking(NAME, wanted, `The project has no judge ${named} any more: name another in the gate settings.`)];
  const calibration = judge.calibrations.find((one) => one.judgeVersion === judge.version);
  if (!calibration) {
    const earlier = judge.calibrations[0];
    if (!earlier) return [lacking(NAME, wanted, `${judge.name} was never calibrated: calibrate it against people's labels.`)];
    const why = `${judge.name} changed since its calibration (version ${earlier.judgeVersion.slice(0, 8)}, now ${judge.version.slice(0, 8)}): calibrate it again.`;
    return [lacking(NAME, wanted, why, "stale", earlier.judgeVersion.slice(0, 8))];
  }
  return [
    ...METRICS.map((metric) => metricItem(metric, calibration, settings.judges, wanted)),
    ...(calibration.synthetic
      ? [
          note(
            "judge's labels",
            "synthetic",
            `The labels of ${calibration.datasetName} are not people's: this agreement says nothing about one with people.`,
          ),
        ]
      : []),
  ];
}

type Rate = JudgeCalibration["metrics"]["accuracy"]["truePositive"];

const rateText = (name: string, { rate, n }: Rate) => `${name} ${rate === null ? "unknown" : shareText(rate)} (n = ${n})`;

function metricItem(
  metric: (typeof METRICS)[number],
  { metrics, datasetName }: JudgeCalibration,
  { floor, minimumLabels }: GateSettings["judges"],
  wanted: string,
): ReleaseGateItem {
  const { truePositive, trueNegative, abstained, kappa } = metrics[metric];
  const name = `${NAME}, ${metric}`;
  const agreement = kappa === null ? "" : `, κ ${kappa.toFixed(2)}`;
  const found = `${rateText("TPR", truePositive)}, ${rateText("TNR", trueNegative)}, ${abstained} abstained${agreement}`;
  const labels = truePositive.n + trueNegative.n;
  if (truePositive.rate === null || trueNegative.rate === null) {
    const why = `${datasetName} has labels of one kind alone; calibrate on a set with good and bad replies.`;
    return lacking(name, wanted, why, "unscored", found);
  }
  if (labels < minimumLabels) {
    const why = `${countText(labels, "label")} are too few to say how it agrees; calibrate on a larger set.`;
    return lacking(name, wanted, why, "unscored", found);
  }
  const passed = Math.min(truePositive.rate, trueNegative.rate) >= floor;
  const why = passed
    ? "The judge agrees with the labels."
    : "The judge is below its floor and cannot gate: evolve or replace it.";
  return decided(passed, { name, found, wanted, why });
}
