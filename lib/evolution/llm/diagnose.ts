import type { CaseCoding, Cluster, DiagnosisProgress } from "@/lib/contracts/evolution";
import { clusterAgreement } from "../agreement";
import type { AnalystPort, DiagnosisInput, DiagnosisOutput } from "../analyst";
import { type ClusterCore, clusterBuilder, LONG_TAIL } from "../cluster-builder";
import { MOST_QUOTES } from "../cluster-plan";
import { type EvaluatedCase, partitionCases } from "../evaluated-case";
import { keepPinned } from "../pinned-clusters";
import { quarantineError } from "../quarantine";
import type { Asking } from "./call-model";
import { type CodeMembers, mergeCodes, primaryCodes, type StableCodes, stableCodes } from "./codes";
import { batchCount, induceCodes } from "./induction";
import { askMembership } from "./membership";
import { codeFailures } from "./open-coding";

interface Material {
  input: DiagnosisInput;
  failures: readonly EvaluatedCase[];
  codings: readonly CaseCoding[];
}

type Tell = (phase: DiagnosisProgress["phase"], done: number, total: number) => void;

/** Induction and membership under one seed, merged. */
async function codesOfSeed(asking: Asking, { input, failures, codings }: Material, second: boolean, tell: Tell) {
  const seed = input.seed + (second ? asking.settings.secondSeed : 0);
  const batches = batchCount(codings.length, asking);
  const whole = batches + codings.length;
  const codes = await induceCodes(asking, codings, seed, (done) =>
    second ? tell("second-seed", done, whole) : tell("induction", done, batches),
  );
  const cases = new Map(failures.map((one) => [one.item.id, one]));
  const members = await askMembership(asking, {
    codes,
    codings,
    cases,
    trajectory: input.trajectory,
    seed,
    report: (done) => (second ? tell("second-seed", batches + done, whole) : tell("membership", done, codings.length)),
  });
  return mergeCodes(members, asking.settings.mergeOverlap);
}

/** The clusters of the kept codes, each case under its first cause, and the long tail of all other failures. */
function coresOf(kept: StableCodes["kept"], { failures, codings }: Material, leastCases: number): ClusterCore[] {
  const quoted = new Map(codings.map((coding) => [coding.case, { case: coding.case, step: coding.step, text: coding.quote }]));
  const core = (
    cases: string[],
    named: Pick<ClusterCore, "id" | "label" | "cause" | "owner" | "longTail" | "agreement">,
  ): ClusterCore => ({ ...named, cases, quotes: cases.flatMap((id) => quoted.get(id) ?? []), madeBy: "model", by: null });

  const placed = new Set<string>();
  const clusters = [...primaryCodes(kept, codings)].flatMap(([one, ids]) => {
    if (ids.length < Math.min(leastCases, failures.length)) return [];
    for (const id of ids) placed.add(id);
    const { id, label, definition, owner } = one.code;
    return [core([...ids].sort(), { id, label, cause: definition, owner, longTail: false, agreement: one.jaccard })];
  });
  const rest = failures.map(({ item }) => item.id).filter((id) => !placed.has(id));
  if (rest.length > 0) clusters.push(core(rest, { ...LONG_TAIL, owner: "model", longTail: true, agreement: null }));
  return clusters;
}

/** The quotes that show a cluster best: those of its medoid and boundary first. */
function shownQuotes(cluster: Cluster): Cluster {
  const order = [cluster.medoid, cluster.boundary];
  const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  const quotes = [...cluster.quotes].sort((a, b) => place(a.case) - place(b.case)).slice(0, MOST_QUOTES);
  return { ...cluster, quotes };
}

/**
 * The diagnosis of METHODS.md section 1 with a model: open coding, induction, membership and a second seed. Failures without a
 * valid coding, or of no stable code, are in the long tail. The clustering without a model runs beside it.
 */
export async function diagnoseWithModel(
  asking: Asking,
  input: DiagnosisInput,
  withoutModel: AnalystPort,
): Promise<DiagnosisOutput> {
  const { settings, invalid } = asking;
  const tell: Tell = (phase, done, total) => input.report?.({ phase, done, total });
  const { failures, quarantined } = partitionCases(input.cases);
  const output: DiagnosisOutput = {
    failures: failures.length,
    quarantined: quarantined.length,
    clusters: [],
    invalid: [],
    error: quarantineError(failures.length, quarantined.length),
    beside: [],
    agreement: null,
    codings: [],
    unstable: [],
  };
  if (output.error !== null || failures.length === 0) return output;

  tell("clustering", 0, 1);
  const beside = await withoutModel.diagnose({
    bundle: input.bundle,
    cases: input.cases,
    trajectory: input.trajectory,
    seed: input.seed,
  });
  if (beside.error !== null) return beside;
  tell("clustering", 1, 1);
  const besides = { ...output, beside: beside.clusters };

  tell("coding", 0, failures.length);
  const { codings, error } = await codeFailures(asking, {
    bundle: input.bundle,
    failures,
    trajectory: input.trajectory,
    seed: input.seed,
    report: (done) => tell("coding", done, failures.length),
  });
  const coded = { ...besides, codings };
  if (error !== null) return { ...coded, invalid: invalid.list(), error: `Nothing could be coded: ${error}.` };

  const material = { input, failures, codings };
  const first: CodeMembers[] = await codesOfSeed(asking, material, false, tell);
  const second = await codesOfSeed(asking, material, true, tell);
  if (first.length + second.length === 0) {
    return { ...coded, invalid: invalid.list(), error: "The model named no code that holds of any failure." };
  }
  const { kept, unstable } = stableCodes(first, second, settings.stableJaccard);

  const rebuild = clusterBuilder(input.cases, input.seed);
  const ranked = rebuild(coresOf(kept, material, settings.leastCases)).map((cluster, index) =>
    cluster.longTail ? cluster : { ...cluster, id: `cluster-${index + 1}` },
  );
  const clusters = keepPinned(ranked, input.pinned ?? [], rebuild).map(shownQuotes);
  return { ...coded, clusters, agreement: clusterAgreement(clusters, beside.clusters), unstable, invalid: invalid.list() };
}
