import type { Case, FixtureTables } from "@/lib/contracts/case";
import type { Harness } from "@/lib/contracts/harness";
import type { Vote } from "@/lib/contracts/judge";
import type { CheckResult, TrajectoryFeatures } from "@/lib/contracts/run";
import type { FaqEntry } from "@/lib/contracts/serving";
import type { Trajectory } from "@/lib/contracts/trajectory";
import type { ChatModel, Clock, HookSandbox, ToolTransport } from "@/lib/kernel/ports";
import { runTask } from "@/lib/kernel/run-task";
import { fixturesForCase } from "./case-harness";
import { caseTask } from "./case-task";
import { runChecks } from "./checks";
import { trajectoryFeatures } from "./features";
import { createFixtureTools } from "./fixture-tools";
import { languageModelFor } from "./ifeval/keeps-instruction";
import { answerOf, tallyVotes } from "./judge/tally-votes";
import { collectVotes, type JudgePanel } from "./judge/vote";
import { isJudged, type ScoredCase, scoreByPanel, scoreCase } from "./score";

export type { JudgePanel } from "./judge/vote";

export interface CaseEvaluation extends ScoredCase {
  checks: CheckResult[];
  features: TrajectoryFeatures;
  trajectory: Trajectory;
  /** One a voter of the panel; none where no judge scored. */
  votes: Vote[];
  /** What each voter did, in the order of `votes`. */
  voteTrajectories: Trajectory[];
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

/**
 * Runs one case under one harness and scores it. Where the case brings a reply to grade, the harness is a judge: it has
 * recorded returns and evidence alone, and no fallback model, as when it votes.
 */
export async function evaluateCase(options: EvaluateCase): Promise<CaseEvaluation> {
  const { item, shared, harness, hash, model, sandbox, tools, fallbackModel, faq, clock, seed, signal } = options;
  const judges = item.judged !== undefined;
  const trajectory = await runTask({
    ...caseTask(harness, item),
    hash,
    model,
    ...(fallbackModel && !judges && { fallbackModel }),
    ...(faq && { faq }),
    tools: createFixtureTools(fixturesForCase(item), shared, judges ? undefined : tools),
    sandbox,
    clock,
    seed,
    ...(signal && { signal }),
  });
  return scoreTrajectory({ ...options, trajectory });
}

/**
 * Scores a trajectory by the checks of its case and, where there is a panel, by its votes; what is judged is a reply or the
 * decision to stay silent. Calls no policy.
 */
export async function scoreTrajectory(options: ScoreTrajectory): Promise<CaseEvaluation> {
  const { item, trajectory, harness, panel } = options;
  const checks = runChecks(item, trajectory, harness.tools, await languageModelFor(item.checks));
  const features = trajectoryFeatures(trajectory);
  if (!panel)
    return { ...withScore(checks, scoreCase(checks, trajectory)), features, trajectory, votes: [], voteTrajectories: [] };
  if (!isJudged(trajectory)) {
    const asked = checks.map((check) =>
      check.kind === "judge" ? { ...check, why: "Not put to the judge: the harness gave no reply." } : check,
    );
    return { ...withScore(asked, scoreCase(asked, trajectory)), features, trajectory, votes: [], voteTrajectories: [] };
  }
  const { votes, trajectories } = await collectVotes({ ...options, panel, judged: harness });
  const answered = checks.map((check) => (check.kind === "judge" ? { ...check, ...answerOf(votes, check.id) } : check));
  const score = scoreByPanel(answered, trajectory, tallyVotes(votes));
  // What the programs found stands, even where the panel came to nothing.
  return { ...score, checks: answered, features, trajectory, votes, voteTrajectories: trajectories };
}

function withScore(checks: CheckResult[], score: ScoredCase): ScoredCase & Pick<CaseEvaluation, "checks"> {
  if (score.state !== "unscored") return { ...score, checks };
  const why = `Not decided: ${score.reason}`;
  return { ...score, checks: checks.map((check) => ({ ...check, verdict: "unscored" as const, why })) };
}
