import type { Bundle, Harness } from "@/lib/contracts/harness";
import type { EvaluatedCase, TrajectorySource } from "../../evaluated-case";
import type { Mechanism } from "../mechanism";

/** A unit of the harness that the run speaks against, with the failures it accounts for. */
export interface Suspect {
  mechanism: Mechanism;
  cases: EvaluatedCase[];
  /** How sure the run is of it, in standard errors; suspects are ordered by it. */
  weight: number;
}

export interface SuspectInput {
  bundle: Bundle;
  harness: Harness;
  failures: readonly EvaluatedCase[];
  passes: readonly EvaluatedCase[];
  trajectory: TrajectorySource;
}

/** Fewer failures than this speak against nothing. */
export const LEAST_CASES = 3;
