import { GateName, type GateReport, type GateVerdict } from "@/lib/contracts/release-gate";
import { capabilityItems, standInNote } from "./capability-gate";
import type { GateFacts, GateRun, RunChoice } from "./facts";
import { verdictOf } from "./gate-items";
import { latencyItems } from "./latency-gate";
import { regressionItems } from "./regression-gate";
import { remediesOf } from "./remedies";

/** Version of the gate programs, for stored reports and manifests: change it with what they decide. */
export const GATE_VERSION = "gates-1";

/**
 * What the three production gates (TaoLive report, section 6.1) say of a candidate. Whatever is missing, stale or unscored fails
 * its gate; what decides nothing is a note. Passed as a whole where every gate passed that the channel demands.
 */
export function judgeGates(facts: GateFacts): GateReport {
  const { project, channel, candidate, production, settings, settingsVersion, at } = facts;
  const required = new Set(settings.required[channel]);
  const gates = GateName.options.map((name) => judgeGate(name, required.has(name), facts));
  return {
    schemaVersion: 1,
    project,
    channel,
    ...candidate,
    settingsVersion,
    gateVersion: GATE_VERSION,
    baseline: production,
    gates,
    passed: gates.every((gate) => !gate.required || gate.state === "passed"),
    at,
  };
}

function judgeGate(name: GateName, required: boolean, facts: GateFacts): GateVerdict {
  const chosen = choicesOf(name, facts).map((choice) => choice.run);
  const remedies = remediesOf(name, facts);
  const standIn = chosen.some((run: GateRun | null) => run?.embedded === true);
  const items = [...itemsOf(name, facts), ...standInNote(standIn)];
  return verdictOf(name, required, items, { runs: chosen, remedies });
}

const choicesOf = (name: GateName, { latency, regression, capability }: GateFacts): RunChoice[] =>
  name === "latency"
    ? [latency.run]
    : name === "regression"
      ? [regression.candidate, regression.production]
      : [capability.candidate, capability.production];

const itemsOf = (name: GateName, facts: GateFacts) =>
  name === "latency" ? latencyItems(facts) : name === "regression" ? regressionItems(facts) : capabilityItems(facts);
