import type { Case, FixtureTables } from "@/lib/contracts/case";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { Harness } from "@/lib/contracts/harness";
import type { Vote } from "@/lib/contracts/judge";
import type { FaqEntry } from "@/lib/contracts/serving";
import type { Trajectory } from "@/lib/contracts/trajectory";
import type { ChatModel, Clock, HookSandbox } from "@/lib/kernel/ports";
import { runTask } from "@/lib/kernel/run-task";
import { createFixtureTools } from "../fixture-tools";
import { judgeTask } from "./judge-task";
import { parseVerdict } from "./verdict";

/** A judge ready to vote: its harness and a model for each voter. */
export interface JudgePanel {
  harness: Harness;
  /** Hash of the judge's bundle. */
  hash: string;
  voters: readonly { endpoint: Endpoint; model: ChatModel }[];
}

interface CollectVotes {
  panel: JudgePanel;
  item: Case;
  shared: FixtureTables;
  trajectory: Trajectory;
  /** The harness that is judged; only the bindings of its tools are read. */
  judged: Pick<Harness, "tools">;
  faq?: readonly FaqEntry[];
  sandbox: HookSandbox;
  clock: Clock;
  seed: number;
  signal?: AbortSignal;
}

/** Characters of a rationale that are kept. */
const RATIONALE_LENGTH = 4_000;

/**
 * Lets every voter of a panel grade a reply, all at once. A voter answers tool calls from the case's recorded returns and the
 * evidence alone; it has no way to the network but its own model, and no fallback model, so that its vote is its own.
 */
export async function collectVotes(options: CollectVotes): Promise<{ votes: Vote[]; trajectories: Trajectory[] }> {
  const { panel, item, shared, trajectory, judged, faq, sandbox, clock, seed, signal } = options;
  const { task, evidence } = judgeTask(item, trajectory, judged.tools, panel.harness);
  const questions = new Set(item.checks.flatMap((check) => (check.kind === "judge" ? [check.id] : [])));
  const trajectories = await Promise.all(
    panel.voters.map(({ model }) =>
      runTask({
        harness: panel.harness,
        hash: panel.hash,
        task,
        evidence,
        model,
        ...(faq && { faq }),
        tools: createFixtureTools(item.fixtures, shared),
        sandbox,
        clock,
        seed,
        ...(signal && { signal }),
      }),
    ),
  );
  const votes = panel.voters.flatMap(({ endpoint }, voter) => {
    const own = trajectories[voter];
    return own ? [voteOf(own, voter, endpoint, questions)] : [];
  });
  return { votes, trajectories };
}

function voteOf(trajectory: Trajectory, voter: number, endpoint: Endpoint, questions: ReadonlySet<string>): Vote {
  const none = { accuracy: null, effectiveness: null, answers: {}, rationale: "" };
  const base = {
    voter,
    endpoint: endpoint.id,
    model: endpoint.model,
    checkpoint: endpoint.checkpoint,
    usage: trajectory.usage,
    wallMs: trajectory.timings.wallMs,
  };
  const { stopReason, failure } = trajectory;
  if (stopReason !== "replied" && stopReason !== "recovered") {
    const reason = failure ? `${failure.type}: ${failure.message}` : `The judge gave no reply: ${stopReason}.`;
    return { ...base, ...none, state: "error", reason };
  }
  const parsed = parseVerdict(trajectory.reply);
  if (!parsed.ok) return { ...base, ...none, state: "abstained", reason: parsed.reason };
  const { accuracy, effectiveness } = parsed.verdict;
  const rationale = parsed.verdict.rationale.slice(0, RATIONALE_LENGTH);
  const answers: Vote["answers"] = {};
  for (const [id, answer] of Object.entries(parsed.verdict.answers)) {
    if (answer !== null && questions.has(id)) answers[id] = answer;
  }
  const said = accuracy !== null || effectiveness !== null || Object.keys(answers).length > 0;
  return {
    ...base,
    state: said ? "voted" : "abstained",
    reason: said ? null : "The judge says that it cannot tell.",
    accuracy,
    effectiveness,
    answers,
    rationale,
  };
}
