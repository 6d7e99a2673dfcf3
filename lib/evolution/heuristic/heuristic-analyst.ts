import type { Cluster, EntryDraft } from "@/lib/contracts/evolution";
import { applyOperations } from "@/lib/harness/operations";
import { parseHarness } from "@/lib/harness/parse";
import type { AnalystPort, DiagnosisInput, DiagnosisOutput, ProposalInput, ProposalOutput, RevisionInput } from "../analyst";
import { addedLines, fileChanges } from "../changes";
import { clusterBuilder } from "../cluster-builder";
import { type FailureGroup, groupFailures } from "../clustering/group-failures";
import { checkSignature } from "../clustering/signature";
import { type EvaluatedCase, failedChecksOf, partitionCases, type TrajectorySource } from "../evaluated-case";
import { keepPinned } from "../pinned-clusters";
import { quarantineError } from "../quarantine";
import { rankScore } from "../rank-score";
import { causeOf } from "./cause";
import { checkMechanisms, detectMechanism } from "./detect";
import { type Mechanism, OWNER_OF } from "./mechanism";
import { proposeEntries } from "./propose-entries";
import { quoteOf } from "./quote-case";
import { type DiagnosedCase, type RepairGroup, repairGroups } from "./repair-group";
import { learnFrom, type RunKnowledge } from "./run-knowledge";
import { findSuspects } from "./suspects/find-suspects";
import type { Suspect } from "./suspects/suspect";

const MOST_QUOTES = 3;

/** What a diagnosis without a model has nothing of. */
const ALONE = { beside: [], agreement: null, codings: [], unstable: [] };

const counted = (names: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
};

/** The mechanism that most of the cases share, with its cases. */
function mainMechanism(cases: readonly DiagnosedCase[]): { mechanism: Mechanism; cases: DiagnosedCase[] } | null {
  const [main] = counted(cases.map(({ mechanism }) => mechanism.key));
  const sharing = cases.filter(({ mechanism }) => mechanism.key === main?.[0]);
  return sharing[0] === undefined ? null : { mechanism: sharing[0].mechanism, cases: sharing };
}

const diagnosed = (cases: readonly EvaluatedCase[], trajectory: TrajectorySource, knowledge: RunKnowledge): DiagnosedCase[] =>
  cases.map((one) => {
    const found = trajectory(one.item.id);
    return { one, mechanism: detectMechanism(one, found, knowledge), details: checkMechanisms(one, found, knowledge) };
  });

/** The same, where a unit of the harness that the run speaks against accounts for a case before anything else does. */
const withSuspects = (cases: readonly DiagnosedCase[], suspects: readonly Suspect[]): DiagnosedCase[] =>
  cases.map((diagnosis) => {
    const suspect = suspects.find((one) => one.cases.includes(diagnosis.one));
    return suspect === undefined ? diagnosis : { ...diagnosis, mechanism: suspect.mechanism };
  });

function toCluster(
  group: FailureGroup,
  index: number,
  failures: number,
  input: DiagnosisInput,
  knowledge: RunKnowledge,
  suspects: readonly Suspect[],
): Cluster {
  const cases = withSuspects(diagnosed(group.cases, input.trajectory, knowledge), suspects);
  const main = mainMechanism(cases);
  const shown = [group.medoid, ...(main?.cases.map(({ one }) => one) ?? [])];
  const quotes = [...new Set(shown)].flatMap((one) => {
    const mechanism = cases.find((candidate) => candidate.one === one)?.mechanism;
    const quote = mechanism === undefined ? null : quoteOf(one, input.trajectory(one.item.id), mechanism);
    return quote === null ? [] : [quote];
  });
  return {
    id: `cluster-${index + 1}`,
    label: group.label,
    cause: main === null ? "No common cause." : causeOf(main.mechanism, main.cases.length, cases.length, group.contrast),
    owner: main === null ? "model" : OWNER_OF[main.mechanism.code],
    cases: group.cases.map(({ item }) => item.id),
    share: group.cases.length / failures,
    categories: counted(group.cases.map(({ item }) => item.category)).map(([category, count]) => ({ category, cases: count })),
    failedChecks: counted(group.cases.flatMap((one) => [...new Set(failedChecksOf(one).map(checkSignature))])).map(
      ([check, count]) => ({ check, cases: count }),
    ),
    medoid: group.medoid.item.id,
    boundary: group.boundary?.item.id ?? null,
    nearMisses: group.nearMisses.map(({ item }) => item.id),
    quotes: quotes.slice(0, MOST_QUOTES),
    stability: group.stability,
    contrast: group.contrast,
    longTail: group.longTail,
    madeBy: "program",
    by: null,
    agreement: null,
    rank: 0,
  };
}

async function diagnose(input: DiagnosisInput): Promise<DiagnosisOutput> {
  const { failures, passes, quarantined } = partitionCases(input.cases);
  const counts = { failures: failures.length, quarantined: quarantined.length, invalid: [], ...ALONE };
  const { harness } = parseHarness(input.bundle);
  const error = harness === null ? "The harness does not parse." : quarantineError(failures.length, quarantined.length);
  if (harness === null || error !== null) return { ...counts, clusters: [], error };

  const knowledge = learnFrom(harness, passes, failures);
  const suspects = findSuspects({ ...input, harness, failures, passes }, knowledge);
  const groups = groupFailures(failures, passes, input.seed);
  const clusters = groups.map((group, index) => {
    const cluster = toCluster(group, index, failures.length, input, knowledge, suspects);
    return { cluster, rank: rankScore(group.cases, cluster.owner, group.longTail) };
  });
  clusters.sort((a, b) => b.rank - a.rank || (a.cluster.id < b.cluster.id ? -1 : 1));
  const ranked = clusters.map(({ cluster, rank }) => ({ ...cluster, rank: cluster.longTail ? 0 : rank }));
  return { ...counts, clusters: keepPinned(ranked, input.pinned ?? [], clusterBuilder(input.cases, input.seed)), error: null };
}

async function propose(input: ProposalInput): Promise<ProposalOutput> {
  const { harness } = parseHarness(input.bundle);
  if (harness === null) return { drafts: [], invalid: [] };
  const { failures, passes } = partitionCases(input.cases);
  const knowledge = learnFrom(harness, passes, failures);
  const byId = new Map(failures.map((one) => [one.item.id, one]));
  const groups = input.clusters.flatMap((cluster) => {
    const members = cluster.cases.flatMap((id) => byId.get(id) ?? []);
    return repairGroups(cluster.id, diagnosed(members, input.trajectory, knowledge), knowledge);
  });
  const suspected = findSuspects({ ...input, harness, failures, passes }, knowledge).flatMap((suspect) => {
    const group = suspectGroup(suspect, input.clusters);
    return group === null ? [] : [group];
  });
  const drafts: EntryDraft[] = proposeEntries({ ...input, harness, passes, groups, suspected });
  return { drafts: drafts.map((draft) => ({ ...draft, attempts: [] })), invalid: [] };
}

/** A suspect's cases among the clusters', under the cluster that holds most of them; null where none holds any. */
function suspectGroup(suspect: Suspect, clusters: readonly Cluster[]): RepairGroup | null {
  const ids = new Set(suspect.cases.map(({ item }) => item.id));
  const held = clusters.map((cluster) => ({ cluster, shared: cluster.cases.filter((id) => ids.has(id)) }));
  const main = [...held].sort((a, b) => b.shared.length - a.shared.length)[0];
  if (main === undefined || main.shared.length === 0) return null;
  const clustered = new Set(held.flatMap(({ shared }) => shared));
  const cases = suspect.cases.filter(({ item }) => clustered.has(item.id));
  return { cluster: main.cluster.id, mechanism: suspect.mechanism, cases, details: [], skill: null };
}

/** The next repair of the entry's cluster that adds another text; the comment is for people, the program cannot read it. */
function revise(input: RevisionInput): Promise<ProposalOutput> {
  const { entry, clusters, bundle, comment } = input;
  const applied = applyOperations(bundle, entry.operations);
  const added = applied.ok ? addedLines(fileChanges(bundle, applied.bundle)).map(({ text }) => text) : [];
  return propose({
    ...input,
    clusters: clusters.filter(({ id }) => id === entry.cluster),
    rejected: [...input.rejected, { title: entry.title, reason: comment, added }],
    maxEntries: 1,
  });
}

/**
 * The built-in analyst: a program, not a model. It clusters without an LLM, names the first thing that went wrong in each
 * failure from its checks and its trajectory, and proposes edits that would have prevented it. Deterministic.
 */
export function createHeuristicAnalyst(): AnalystPort {
  return { kind: "heuristic", diagnose, propose, revise };
}
