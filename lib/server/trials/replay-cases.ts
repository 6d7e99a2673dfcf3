import "server-only";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { datasetRole, findCase, readSharedTables } from "@/db/dataset-repository";
import { readFaq } from "@/db/faq-repository";
import type { StoredRun } from "@/db/run-repository";
import type { Case } from "@/lib/contracts/case";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Spent } from "@/lib/contracts/evolution";
import type { Bundle, Diagnostic, Harness } from "@/lib/contracts/harness";
import { type Budget, RunOutcome } from "@/lib/contracts/run-settings";
import type { CaseEvaluation } from "@/lib/evaluation/evaluate-case";
import { hashManifest, manifestOf } from "@/lib/harness/hash";
import { parseHarness } from "@/lib/harness/parse";
import { isNamedError } from "../named-error";
import { BudgetMeter } from "../runs/budget-meter";
import { BudgetSpent, type CaseExecutor, type CaseJob, localExecutor } from "../runs/case-executor";
import { modelOfEndpoint } from "../runs/endpoint-model";
import { fallbackOf } from "../runs/fallback-model";
import { panelOf } from "../runs/judge-panel";
import { isPassing, retryDelay } from "../runs/retry";
import { decodingSeed } from "../runs/seed";
import type { Studio } from "../studio";

/** A handful, so that a run beside it keeps most of the endpoint. */
const AT_ONCE = 4;
/** How often a case that ended in a passing fault of a model's service is tried. */
const TRIES = 2;

/** Cases of a stored run, to be run under another bundle. */
export interface ReplayTask {
  run: StoredRun;
  bundle: Bundle;
  /** In the order in which they begin. */
  cases: readonly { case: string; repeat: number }[];
  budget: Budget;
  signal: AbortSignal;
  /** Called once for each case that ended, in the order in which they end, with what was spent so far. */
  onCase(result: { case: string; repeat: number; evaluation: CaseEvaluation }, spent: Spent): void;
}

/** Why cases cannot be replayed at all; the message is safe to show. */
export class ReplayImpossible extends Error {
  override name = "ReplayImpossible";

  constructor(
    message: string,
    readonly diagnostics: readonly Diagnostic[] = [],
  ) {
    super(message);
  }

  static override [Symbol.hasInstance](value: unknown): value is ReplayImpossible {
    return isNamedError(value, "ReplayImpossible");
  }
}

function harnessOf(bundle: Bundle): Harness {
  const { harness, diagnostics } = parseHarness(bundle);
  const errors = diagnostics.filter((one) => one.severity === "error");
  const [first] = errors;
  if (harness !== null && first === undefined) return harness;
  const where = first ? `${first.path}:${first.line}: ${first.message}` : "harness.yaml is missing or invalid";
  throw new ReplayImpossible(`The files do not make a harness that can be run. ${where}`, errors);
}

const isPriced = ({ promptPrice, completionPrice }: Endpoint) => promptPrice !== null || completionPrice !== null;

/** What the replayed cases have in common, made as the run itself was. */
function setUp(studio: Studio, task: ReplayTask, meter: BudgetMeter): { executor: CaseExecutor; called: Endpoint[] } {
  const { database, sandbox, tools, endpointLimits: limits } = studio;
  const { run, bundle } = task;
  const harness = harnessOf(bundle);
  if (datasetRole(database, run.dataset) !== "dev") throw new ReplayImpossible("Only cases of a dev set are replayed.");
  const shared = readSharedTables(database, run.dataset, run.datasetVersion);
  const fallback = fallbackOf(database, harness, modelOfEndpoint);
  const panel = run.judge ? panelOf(database, run.judge, modelOfEndpoint) : undefined;
  const executor = localExecutor({
    run: { version: hashManifest(manifestOf(bundle)), endpointAtStart: run.endpointAtStart },
    material: { harness, shared, faq: readFaq(database, run.faq) },
    ...{ sandbox, tools, limits, meter },
    models: { policy: modelOfEndpoint(run.endpointAtStart), ...(fallback && { fallback }) },
    ...(panel && { panel }),
  });
  return { executor, called: [run.endpointAtStart, ...(fallback ? [fallback.endpoint] : []), ...(run.judge?.voters ?? [])] };
}

/** Runs one case, once more where the model's service failed in a way that may pass. */
async function carryOut(executor: CaseExecutor, job: CaseJob, signal: AbortSignal): Promise<CaseEvaluation> {
  const { evaluation } = await executor.run(job, signal);
  const attempts = job.attempts + 1;
  const judgeFailed = evaluation.unscoredKind === "judge-error";
  if (signal.aborted || attempts >= TRIES || !(judgeFailed || isPassing(evaluation))) return evaluation;
  await pause(retryDelay(attempts), undefined, { signal }).catch(() => {});
  if (signal.aborted) return evaluation;
  const { item, repeat, seed } = job;
  const again = judgeFailed ? { trajectory: evaluation.trajectory } : {};
  return carryOut(executor, { item, repeat, seed, attempts, ...again }, signal);
}

/**
 * Runs cases of a stored run under another bundle, with everything else as in that run: endpoint as it was, data set version,
 * judge, FAQ, and the decoding seed of each repeat. So the bundle of the run itself gives its results again on a deterministic
 * endpoint. Stores nothing, and runs in this process whatever other machines there are. Cases that a stop or the budget cut
 * short are not reported; `spent` counts them, and retries.
 * @throws ReplayImpossible where the bundle does not parse or the run is not on a dev set; EndpointUnusable where a key is
 * missing.
 */
export async function replayCases(
  studio: Studio,
  task: ReplayTask,
): Promise<{ ended: "all" | "budget" | "stopped"; spent: Spent }> {
  const { run, signal } = task;
  const meter = new BudgetMeter(task.budget, RunOutcome.parse({}).spent);
  const { executor, called } = setUp(studio, task, meter);
  // Ends the cases in flight: with the caller's signal, or where one of them threw.
  const stop = new AbortController();
  const stopped = () => stop.abort();
  signal.addEventListener("abort", stopped, { once: true });
  if (signal.aborted) stop.abort();
  const share = { start: AT_ONCE, max: AT_ONCE };
  const leaves = [...new Set(called.map((endpoint) => studio.endpointLimits.of(endpoint)))].map((one) => one.attach(share));
  const waiting = [...task.cases];
  let active = 0;
  let spent = false;

  const spentSoFar = (): Spent => {
    const { calls, tokens, cost } = meter.spent();
    return { calls, tokens, cost: called.some(isPriced) ? cost : null };
  };
  const itemOf = (id: string): Case => {
    const item = findCase(studio.database, run.dataset, run.datasetVersion, id);
    if (!item) throw new Error(`case ${id} of ${run.dataset} is missing`);
    return item;
  };

  /** Takes one case after another; the last one at work decides whether the budget is really spent. */
  async function work(): Promise<void> {
    while (waiting.length > 0 && !spent && !stop.signal.aborted) {
      if (!meter.mayBegin(active)) {
        spent = active === 0 || meter.exceeded() !== null;
        return;
      }
      const place = waiting.shift();
      if (!place) return;
      active += 1;
      try {
        // The embedded policy never waits: requests and events are served between its cases.
        await nextTurn();
        const seed = decodingSeed(run.settings.seed, place.repeat);
        const job = { item: itemOf(place.case), repeat: place.repeat, seed, attempts: 0 };
        const evaluation = await carryOut(executor, job, stop.signal);
        if (!stop.signal.aborted) task.onCase({ ...place, evaluation }, spentSoFar());
      } catch (error) {
        if (!(error instanceof BudgetSpent)) {
          stop.abort();
          throw error;
        }
        if (!stop.signal.aborted) spent = true;
      } finally {
        active -= 1;
      }
    }
  }

  meter.start();
  try {
    const settled = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    const failed = settled.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  } finally {
    meter.pause();
    signal.removeEventListener("abort", stopped);
    for (const leave of leaves) leave();
  }
  return { ended: signal.aborted ? "stopped" : spent ? "budget" : "all", spent: spentSoFar() };
}
