import type { Case, FixtureTables } from "@/lib/contracts/case";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Harness } from "@/lib/contracts/harness";
import type { Vote } from "@/lib/contracts/judge";
import type { CheckResult, TrajectoryFeatures } from "@/lib/contracts/run";
import type { FaqEntry } from "@/lib/contracts/serving";
import type { Trajectory } from "@/lib/contracts/trajectory";
import type { ChatModel, Clock, HookSandbox, ToolTransport } from "@/lib/kernel/ports";
import { runTask } from "@/lib/kernel/run-task";
import { runChecks } from "./checks";
import { trajectoryFeatures } from "./features";
import { createFixtureTools } from "./fixture-tools";
import { type ScoredCase, scoreCase } from "./score";

export interface CaseEvaluation extends ScoredCase {
  checks: CheckResult[];
  features: TrajectoryFeatures;
  trajectory: Trajectory;
  /** One a voter of the panel; none where no judge scored. */
  votes: Vote[];
  /** What each voter did, in the order of `votes`. */
  voteTrajectories: Trajectory[];
}

/** A judge ready to vote: its harness and a model for each voter. */
export interface JudgePanel {
  harness: Harness;
  /** Hash of the judge's bundle. */
  hash: string;
  voters: readonly { endpoint: Endpoint; model: ChatModel }[];
}

/** What it takes to score a trajectory, just made or stored. */
export type ScoreTrajectory = Pick<
  EvaluateCase,
  "item" | "shared" | "harness" | "sandbox" | "faq" | "clock" | "seed" | "signal"
> & {
  trajectory: Trajectory;
  panel?: JudgePanel;
};

export interface EvaluateCase {
  item: Case;
  /** Recorded tool returns that the data set shares. */
  shared: FixtureTables;
  harness: Harness;
  /** Version hash. */
  hash: string;
  model: ChatModel;
  sandbox: HookSandbox;
  /** Calls the tools that are no fixtures; absent where there is no way to. */
  tools?: ToolTransport;
  /** The model of the harness's fallback endpoint, where there is one. */
  fallbackModel?: ChatModel;
  /** The project's FAQ. */
  faq?: readonly FaqEntry[];
  clock: Clock;
  /** Seed of the decoding. */
  seed: number;
  /** Scores beside the checks, where there is one. */
  panel?: JudgePanel;
  signal?: AbortSignal;
}

/** Runs one case under one harness and scores it. The kernel sees the input, context, dialogue and channel and no more. */
export async function evaluateCase(options: EvaluateCase): Promise<CaseEvaluation> {
  const { item, shared, harness, hash, model, sandbox, tools, fallbackModel, faq, clock, seed, signal } = options;
  const { input, context, dialogue, channel } = item;
  const trajectory = await runTask({
    harness,
    hash,
    task: { input, context, dialogue, channel },
    model,
    ...(fallbackModel && { fallbackModel }),
    ...(faq && { faq }),
    tools: createFixtureTools(item.fixtures, shared, tools),
    sandbox,
    clock,
    seed,
    ...(signal && { signal }),
  });
  return scoreTrajectory({ ...options, trajectory });
}

/** Scores a trajectory by the checks of its case and, where there is a panel, by its votes. Calls no policy. */
export async function scoreTrajectory({ item, trajectory, harness }: ScoreTrajectory): Promise<CaseEvaluation> {
  const checks = runChecks(item, trajectory, harness.tools);
  const score = scoreCase(checks, trajectory);
  const shown =
    score.state === "unscored"
      ? checks.map((check) => ({ ...check, verdict: "unscored" as const, why: `Not decided: ${score.reason}` }))
      : checks;
  return { ...score, checks: shown, features: trajectoryFeatures(trajectory), trajectory, votes: [], voteTrajectories: [] };
}
