import "server-only";
import type { Store } from "@/db/client";
import type { GateName } from "@/lib/contracts/release-gate";
import { type GateDataset, type GateFacts, type GateSide, NO_RUN, type RunChoice } from "@/lib/release/gates/facts";

interface CapabilityAsked {
  project: string;
  candidate: GateSide;
  production: GateSide | null;
  dataset: GateDataset | null;
  choose(gate: GateName, side: GateSide, dataset: GateDataset | null): RunChoice;
}

/** What the bare policy of both sides came to on the capability set. */
export function capabilityFacts(_store: Store, _asked: CapabilityAsked): GateFacts["capability"] {
  return {
    bare: { version: "", versionName: "Bare policy" },
    candidate: NO_RUN,
    production: NO_RUN,
    candidateVerdicts: null,
    productionVerdicts: null,
  };
}
