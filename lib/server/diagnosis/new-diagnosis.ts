import "server-only";
import type { Analyst, Diagnosis } from "@/lib/contracts/evolution";
import { timestamp } from "../ids";

/** A diagnosis that has just begun, with nothing found. */
export const newDiagnosis = (analyst: Analyst, run: string): Diagnosis => ({
  analyst,
  run,
  status: "running",
  failures: 0,
  quarantined: 0,
  clusters: [],
  invalid: [],
  error: null,
  at: timestamp(),
  progress: null,
  spent: { calls: 0, tokens: 0, cost: null },
  beside: [],
  agreement: null,
  codings: [],
  unstable: [],
  revision: 1,
});

/** What is stored while a newer diagnosis runs: the earlier one, of which only how it stands is the newer one's. */
export const newerDiagnosis = (earlier: Diagnosis, analyst: Analyst): Diagnosis => ({
  ...earlier,
  status: "running",
  error: null,
  progress: null,
  spent: { calls: 0, tokens: 0, cost: null },
  newer: { analyst, at: timestamp() },
});

/** Whether there is something in a diagnosis that a newer one must not lose before it is completed. */
export const isWorthKeeping = (diagnosis: Diagnosis): boolean =>
  diagnosis.status === "completed" || diagnosis.newer !== undefined || diagnosis.clusters.length > 0;
