import type { Case, FixtureTables } from "@/lib/contracts/case";
import type { CaseResult, Run, RunMetrics } from "@/lib/contracts/run";
import type { Trajectory } from "@/lib/contracts/trajectory";

export interface CategoryCounts {
  category: string;
  results: number;
  wrong: number;
  failed: number;
  unscored: number;
  /** Milliseconds over results that were not taken from earlier runs. */
  wallMs: number;
}

/** `wrong`: scored, with Accuracy 0 or Effectiveness below 1. Each result is in one part. */
export interface ResultPart {
  category?: string;
  part?: "failed" | "wrong" | "unscored" | "right";
}

/** What a labels file is drawn from beside the results. */
interface LabelSource {
  shared: FixtureTables;
  /** A case with what its run did; null where no trajectory is stored. */
  situation(result: CaseResult): { item: Case; trajectory: Trajectory } | null;
}

/** What a run gives away, read as it is written so that no run is held whole. */
export interface ExportSource {
  run: Run;
  metrics: RunMetrics;
  /** Results in the order of the data set, then by repeat. */
  results(part?: ResultPart): Iterable<CaseResult>;
  /** Counts by category, in the order of the data set. */
  counts(): CategoryCounts[];
  /** `all`; `scores`: without verdicts, rationales and votes (a gate set); `none`: no case is named (a vault). */
  shows: "all" | "scores" | "none";
  /** For a labels file. */
  labels?: LabelSource;
}
