import "server-only";
import type { Store } from "@/db/client";
import type { GateReport, ReleaseChannel } from "@/lib/contracts/release-gate";
import { notBuilt } from "../not-built";

/** What would be promoted: a version by its whole hash, and the endpoint that serves it; null for none. */
export interface GateInput {
  project: string;
  channel: ReleaseChannel;
  version: string;
  endpoint: string | null;
}

/** What the gates say of exactly this version and policy now. Reads alone, and may be asked inside a transaction. */
export const gateReportOf = (_store: Store, _input: GateInput): GateReport => notBuilt();

/** Compares the runs that `gateReportOf` will ask for, so that a transaction finds them ready. Call it before the transaction. */
export function prepareGates(store: Store, input: GateInput): void {
  gateReportOf(store, input);
}
