import "server-only";
import type { Store } from "@/db/client";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Analyst, Spent } from "@/lib/contracts/evolution";
import { type Budget, RunOutcome } from "@/lib/contracts/run-settings";
import type { AnalystPort } from "@/lib/evolution/analyst";
import { createHeuristicAnalyst } from "@/lib/evolution/heuristic/heuristic-analyst";
import { createLlmAnalyst } from "@/lib/evolution/llm/llm-analyst";
import { addSpent, budgetLeft } from "@/lib/evolution/spending";
import type { ChatModel } from "@/lib/kernel/ports";
import { analystModel } from "./analyst-model";
import { badRequest } from "./app-error";
import { requireEndpoint } from "./lookups";
import { BudgetMeter } from "./runs/budget-meter";
import type { EndpointLimits } from "./runs/endpoint-limiter";
import { EndpointUnusable, modelOfEndpoint } from "./runs/endpoint-model";

/** An analyst that can be set to work; `behind` is null for the built-in program. */
export interface ChosenAnalyst {
  analyst: Analyst;
  behind: { endpoint: Endpoint; model: ChatModel } | null;
}

/** The analyst that a person chose: the built-in program, or a model behind an endpoint. */
export function requireAnalyst(store: Store, analyst: Analyst): ChosenAnalyst {
  if (analyst.kind === "heuristic") return { analyst, behind: null };
  if (analyst.endpoint === null) throw badRequest("analyst.endpoint: name the endpoint of the model");
  const endpoint = requireEndpoint(store, analyst.endpoint);
  if (endpoint.kind === "embedded") throw badRequest("analyst.endpoint: the embedded policy is no analyst");
  try {
    return { analyst, behind: { endpoint, model: modelOfEndpoint(endpoint) } };
  } catch (error) {
    throw error instanceof EndpointUnusable ? badRequest(`analyst.endpoint: ${error.message}`) : error;
  }
}

/** An analyst at work, within a budget. */
export interface AnalystAtWork {
  port: AnalystPort;
  /** Aborted when the caller's signal is, and when the budget is used up. */
  signal: AbortSignal;
  /** The limit of the budget that was reached, in words; null where none ended the work. */
  overBudget(): string | null;
  /** What it and the replays of its edits took. */
  spent(): Spent;
  /** What is left of the budget for a replay; null where nothing is. */
  left(): Budget | null;
  /** Counts what a replay took. */
  countReplay(spent: Spent): void;
  /** Ends its part in the limits of the endpoint. */
  leave(): void;
}

const MINUTE_MS = 60_000;

/** Sets an analyst to work. `used` is told after each model call. Call `leave` at the end, come what may. */
export function startAnalyst(
  limits: EndpointLimits,
  { behind }: ChosenAnalyst,
  work: { budget: Budget; signal: AbortSignal; used?: () => void },
): AnalystAtWork {
  const meter = new BudgetMeter(work.budget, RunOutcome.parse({}).spent);
  const ended = new AbortController();
  let over: string | null = null;
  let replays: Spent = { calls: 0, tokens: 0, cost: null };
  const end = () => {
    over ??= meter.exceeded() ?? meter.closest();
    ended.abort();
  };
  meter.start();
  // A timer holds at most 2^31 ms; nobody waits that long.
  const minutes = Math.min((work.budget.minutes ?? 0) * MINUTE_MS, 2 ** 31 - 1);
  const timer = work.budget.minutes === null ? undefined : setTimeout(end, minutes);
  const signal = AbortSignal.any([work.signal, ended.signal]);
  const model =
    behind &&
    analystModel(behind.model, {
      endpoint: behind.endpoint,
      limiter: limits.of(behind.endpoint),
      meter,
      spent: end,
      used: work.used ?? (() => {}),
    });
  const priced = behind !== null && (behind.endpoint.promptPrice !== null || behind.endpoint.completionPrice !== null);
  const spent = (): Spent => {
    const { calls, tokens, cost } = meter.spent();
    return addSpent({ calls, tokens, cost: priced ? cost : null }, replays);
  };
  return {
    port: model === null ? createHeuristicAnalyst() : createLlmAnalyst(model),
    signal,
    overBudget: () => over,
    spent,
    left: () => budgetLeft(work.budget, { ...spent(), minutes: meter.spent().minutes }),
    countReplay(took) {
      replays = addSpent(replays, took);
      work.used?.();
    },
    leave() {
      clearTimeout(timer);
      meter.pause();
      model?.leave();
    },
  };
}
