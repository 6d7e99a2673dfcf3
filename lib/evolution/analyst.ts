import type { Cluster, Diagnosis, EntryDraft } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import type { EvaluatedCase, TrajectorySource } from "./evaluated-case";

/** What an analyst works on: one bundle and one run of it over the dev set. */
export interface DiagnosisInput {
  bundle: Bundle;
  cases: readonly EvaluatedCase[];
  trajectory: TrajectorySource;
  /** Seed of bootstraps and shuffles; equal input and seed give equal output. */
  seed: number;
  signal?: AbortSignal;
}

/** Output of an analyst that did not parse or did not verify. */
export type InvalidOutput = Diagnosis["invalid"][number];

/** The analyst's part of a diagnosis. `error` is set, and `clusters` empty, where no diagnosis was possible. */
export type DiagnosisOutput = Pick<Diagnosis, "failures" | "quarantined" | "clusters" | "invalid" | "error">;

/** An earlier entry that a person turned down, and why; the analyst does not propose it again. */
export interface RejectedEntry {
  title: string;
  reason: string;
  /** Text that the entry would have added. */
  added: string[];
}

export interface ProposalInput extends DiagnosisInput {
  clusters: readonly Cluster[];
  rejected: readonly RejectedEntry[];
  /** At most this many entries; METHODS.md section 2 ships three a stage by default. */
  maxEntries: number;
}

export interface ProposalOutput {
  drafts: EntryDraft[];
  invalid: InvalidOutput[];
}

/**
 * The one interface of all analysts. An analyst only reads: what it proposes is verified by `verifyEntry` afterwards.
 * Never rejects for bad model output: that is reported in `invalid` or `error`.
 */
export interface AnalystPort {
  readonly kind: "heuristic" | "llm";
  diagnose(input: DiagnosisInput): Promise<DiagnosisOutput>;
  propose(input: ProposalInput): Promise<ProposalOutput>;
}
