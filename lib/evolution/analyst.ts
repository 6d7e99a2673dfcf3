import type { PinnedCluster } from "@/lib/contracts/cluster-edit";
import type { Cluster, Diagnosis, DiagnosisProgress, EntryAttempt, EntryDraft, Operation } from "@/lib/contracts/evolution";
import type { Bundle } from "@/lib/contracts/harness";
import type { EvaluatedCase, TrajectorySource } from "./evaluated-case";

/** What an analyst works on: one bundle and one run of it over the dev set. */
export interface DiagnosisInput {
  bundle: Bundle;
  cases: readonly EvaluatedCase[];
  trajectory: TrajectorySource;
  /** Seed of bootstraps and shuffles; equal input and seed give equal output. */
  seed: number;
  /** Clusters as persons left them in earlier diagnoses of the campaign; they are kept (see `keepPinned`). */
  pinned?: readonly PinnedCluster[];
  /** Told how far a long diagnosis is. */
  report?: (progress: DiagnosisProgress) => void;
  /** Aborted, the analyst ends soon: it rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Output of an analyst that did not parse or did not verify. */
export type InvalidOutput = Diagnosis["invalid"][number];

/** The analyst's part of a diagnosis. `error` is set, and `clusters` empty, where no diagnosis was possible. */
export type DiagnosisOutput = Pick<
  Diagnosis,
  "failures" | "quarantined" | "clusters" | "invalid" | "error" | "beside" | "agreement" | "codings" | "unstable"
>;

/** An earlier entry that a person turned down, and why; the analyst does not propose it again. */
export interface RejectedEntry {
  title: string;
  reason: string;
  /** Text that the entry would have added. */
  added: string[];
}

/** What is wrong with an edit, in sentences; empty where it stands. The whole of verified apply, as every entry goes through. */
export type VerifyEdit = (operations: readonly Operation[]) => Promise<string[]>;

export interface ProposalInput extends DiagnosisInput {
  clusters: readonly Cluster[];
  rejected: readonly RejectedEntry[];
  /** At most this many entries; METHODS.md section 2 ships three a stage by default. */
  maxEntries: number;
  verify?: VerifyEdit;
}

/** A draft with the attempts at it that did not stand, oldest first. */
export type ProposedEntry = EntryDraft & { attempts: Omit<EntryAttempt, "at">[] };

export interface ProposalOutput {
  drafts: ProposedEntry[];
  invalid: InvalidOutput[];
}

/** Another attempt at one entry, for what a person said about it. */
export interface RevisionInput extends ProposalInput {
  entry: EntryDraft;
  comment: string;
}

/**
 * The one interface of all analysts. An analyst only reads: what it proposes is verified by `verifyEntry` afterwards.
 * Never rejects for bad model output: that is reported in `invalid` or `error`.
 */
export interface AnalystPort {
  readonly kind: "heuristic" | "llm";
  diagnose(input: DiagnosisInput): Promise<DiagnosisOutput>;
  propose(input: ProposalInput): Promise<ProposalOutput>;
  /** At most one draft; none where it has no other idea. */
  revise(input: RevisionInput): Promise<ProposalOutput>;
}
