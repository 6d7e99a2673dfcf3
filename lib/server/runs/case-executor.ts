import "server-only";
import type { StoredRun } from "@/db/run-repository";
import type { Case } from "@/lib/contracts/case";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { type CaseEvaluation, evaluateCase, type JudgePanel, scoreTrajectory } from "@/lib/evaluation/evaluate-case";
import type { ChatModel, HookSandbox, ToolTransport } from "@/lib/kernel/ports";
import type { BudgetMeter } from "./budget-meter";
import type { EndpointLimits } from "./endpoint-limiter";
import { CaseClock, limitedModel } from "./limited-model";
import type { RunMaterial } from "./run-material";

/** One case to run, or, with `trajectory`, to judge anew. */
export interface CaseJob {
  item: Case;
  repeat: number;
  seed: number;
  /** How often it was tried before. */
  attempts: number;
  trajectory?: Trajectory;
}

/**
 * Runs cases, here or elsewhere. Rejects with BudgetSpent, WorkerLost or EndpointUnusable, and with any other error where
 * something is wrong with the studio itself. `taken` is to be called when the evaluation is stored or not wanted.
 */
export interface CaseExecutor {
  run(job: CaseJob, signal: AbortSignal): Promise<{ evaluation: CaseEvaluation; taken: () => void }>;
}

/** Thrown out of a case that the budget cut short. */
export class BudgetSpent extends Error {
  override name = "BudgetSpent";
}

/** The worker of a case was lost, more often than it is tried again. */
export class WorkerLost extends Error {
  override name = "WorkerLost";
}

export interface LocalExecutor {
  run: Pick<StoredRun, "version" | "endpointAtStart">;
  material: Pick<RunMaterial, "harness" | "shared" | "faq">;
  sandbox: HookSandbox;
  tools?: ToolTransport;
  limits: EndpointLimits;
  meter: BudgetMeter;
  /** The policy, the harness's fallback and the voters as they are called without limits. */
  models: { policy?: ChatModel; fallback?: { endpoint: Endpoint; model: ChatModel } };
  panel?: JudgePanel;
}

/** Runs cases in this process. */
export function localExecutor(setup: LocalExecutor): CaseExecutor {
  const { run, material, sandbox, tools, limits, meter, models, panel } = setup;
  const { harness, shared, faq } = material;
  return {
    async run(job, signal) {
      // Ends the case: with the run, or where its budget is spent.
      const stop = new AbortController();
      const stopped = () => stop.abort();
      const budget = { spent: false };
      signal.addEventListener("abort", stopped, { once: true });
      if (signal.aborted) stop.abort();
      const clock = new CaseClock();
      const limited = (endpoint: Endpoint, model: ChatModel) =>
        limitedModel(model, {
          endpoint,
          limiter: limits.of(endpoint),
          meter,
          clock,
          spent: () => {
            budget.spent = true;
            stop.abort();
          },
        });
      const common = {
        item: job.item,
        shared,
        harness,
        sandbox,
        faq,
        clock,
        seed: job.seed,
        signal: stop.signal,
        ...(panel && {
          panel: {
            ...panel,
            voters: panel.voters.map(({ endpoint, model }) => ({ endpoint, model: limited(endpoint, model) })),
          },
        }),
      };
      const answer = () => {
        const { policy, fallback } = models;
        if (!policy) throw new Error("a run that judges stored replies makes none of its own");
        return evaluateCase({
          ...common,
          hash: run.version,
          model: limited(run.endpointAtStart, policy),
          ...(fallback && { fallbackModel: limited(fallback.endpoint, fallback.model) }),
          ...(tools && { tools }),
        });
      };
      try {
        const evaluation = await (job.trajectory ? scoreTrajectory({ ...common, trajectory: job.trajectory }) : answer());
        if (budget.spent) throw new BudgetSpent();
        meter.caseEnded();
        return { evaluation, taken: () => {} };
      } finally {
        signal.removeEventListener("abort", stopped);
      }
    },
  };
}
