import "server-only";
import type { Store } from "@/db/client";
import { checksOfRun } from "@/db/result-repository";
import type { GateName } from "@/lib/contracts/release-gate";
import { bareHash } from "@/lib/release/capability/bare-bundle";
import { type Capability, capabilityOf } from "@/lib/release/capability/capability-of";
import { type GateDataset, type GateFacts, type GateSide, NO_RUN, type RunChoice } from "@/lib/release/gates/facts";

/** Name of the bare policy among the versions of a project. */
export const BARE_NAME = "Bare policy";

interface CapabilityAsked {
  candidate: GateSide;
  production: GateSide | null;
  dataset: GateDataset | null;
  choose(gate: GateName, side: GateSide, dataset: GateDataset | null): RunChoice;
}

/** What the bare policy of both sides came to on the capability set; the harness of neither has a part in it. */
export function capabilityFacts(
  store: Store,
  { candidate, production, dataset, choose }: CapabilityAsked,
): GateFacts["capability"] {
  const bare = { version: bareHash(), versionName: BARE_NAME };
  const chosen = (side: GateSide | null): RunChoice =>
    side ? choose("capability", { ...bare, policy: side.policy }, dataset) : NO_RUN;
  const own = chosen(candidate);
  const other = chosen(production);
  const candidateResults = resultsOf(store, own);
  return {
    bare,
    candidate: own,
    production: other,
    candidateResults,
    productionResults: other.run && other.run.id === own.run?.id ? candidateResults : resultsOf(store, other),
  };
}

const resultsOf = (store: Store, { run }: RunChoice): Capability | null =>
  run ? capabilityOf(checksOfRun(store, run.id)) : null;
