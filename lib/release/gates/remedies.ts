import type { GateName, GateRemedy } from "@/lib/contracts/release-gate";
import { RunSettings } from "@/lib/contracts/run-settings";
import { isSamePolicy } from "./capability-gate";
import type { GateDataset, GateFacts, GateSide } from "./facts";
import { isSame } from "./regression-gate";

/** The runs that would give a gate what it has not, of both sides. None of what a run cannot mend, such as a judge below its floor. */
export function remediesOf(name: GateName, facts: GateFacts): GateRemedy[] {
  if (name === "latency") return latencyRemedies(facts);
  return name === "regression" ? regressionRemedies(facts) : capabilityRemedies(facts);
}

function remedy(
  of: GateRemedy["of"],
  side: GateSide,
  dataset: GateDataset,
  judge: string | null,
  settings: RunSettings,
): GateRemedy[] {
  if (side.policy === null) return [];
  const { version, versionName, policy } = side;
  const endpoint = policy.endpoint;
  return [{ of, version, versionName, endpoint, dataset: dataset.id, datasetName: dataset.name, judge, settings }];
}

/** The judge scores the replay too, so that it serves the regression gate as well: a set that wears out is looked at once. */
function latencyRemedies({ candidate, evaluationSet, latency, settings, judge }: GateFacts): GateRemedy[] {
  if (latency.run.run || evaluationSet === null) return [];
  const concurrency = Math.min(2, settings.latency.maxConcurrency);
  return remedy("candidate", candidate, evaluationSet, judge?.id ?? null, RunSettings.parse({ concurrency }));
}

function regressionRemedies({ candidate, production, evaluationSet, regression, judge }: GateFacts): GateRemedy[] {
  if (production === null || evaluationSet === null || isSame(candidate, production)) return [];
  const run = (of: GateRemedy["of"], side: GateSide) => remedy(of, side, evaluationSet, judge?.id ?? null, RunSettings.parse({}));
  return [
    ...(regression.candidate.run ? [] : run("candidate", candidate)),
    ...(regression.production.run ? [] : run("production", production)),
  ];
}

function capabilityRemedies({ candidate, production, capabilitySet, capability }: GateFacts): GateRemedy[] {
  if (capabilitySet === null) return [];
  const run = (of: GateRemedy["of"], { policy }: GateSide) =>
    remedy(of, { ...capability.bare, policy }, capabilitySet, null, RunSettings.parse({}));
  const both = production !== null && !isSamePolicy(candidate, production);
  return [
    ...(capability.candidate.run ? [] : run("candidate", candidate)),
    ...(both && !capability.production.run ? run("production", production) : []),
  ];
}
