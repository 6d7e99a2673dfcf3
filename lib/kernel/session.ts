import type { Comment } from "@/lib/contracts/case";
import type { KernelState, StopReason, Trajectory } from "@/lib/contracts/trajectory";
import { type CompiledHarness, compileHarness } from "./compile";
import type { TaskOptions } from "./ports";
import { Recorder } from "./recorder";

/** One task under way. `state` is the only thing that changes, besides the record. */
export interface Session {
  readonly options: TaskOptions;
  readonly compiled: CompiledHarness;
  readonly state: KernelState;
  readonly recorder: Recorder;
}

/** How a task ends. An empty reply is a suppressed one. */
export interface Ending {
  stopReason: StopReason;
  reply: string;
  failure?: Trajectory["failure"];
}

export function openSession(options: TaskOptions): Session {
  const state: KernelState = options.from
    ? structuredClone(options.from)
    : { round: 0, loadedSkills: [], todo: [], stopBlocks: 0, elapsedMs: 0, history: [] };
  return {
    options,
    compiled: compileHarness(options.harness),
    state,
    recorder: new Recorder(options.clock, state.elapsedMs, options.onStep),
  };
}

/** The comments as the agent sees them. */
export function commentsOf({ options, state }: Session): Comment[] {
  return state.comments ?? options.task.input.comments;
}

/** Milliseconds left of the trajectory's budget; zero or less where it is spent. */
export function remainingMs({ options, recorder }: Session): number {
  return options.harness.config.limits.trajectoryTimeoutMs - recorder.elapsed();
}

/** An end without a reply of the policy: the conservative reply of the harness stands in, or nothing is said. */
export function endWithout(session: Session, stopReason: StopReason, failure?: Trajectory["failure"]): Ending {
  const reply = session.options.harness.config.conservativeReply;
  return failure === undefined ? { stopReason, reply } : { stopReason, reply, failure };
}

/** The end that an abort or a spent budget forces; null where the task may go on. */
export function interruption(session: Session): Ending | null {
  if (session.options.signal?.aborted)
    return endWithout(session, "aborted", { type: "aborted", message: "the task was aborted" });
  if (remainingMs(session) > 0) return null;
  const { trajectoryTimeoutMs } = session.options.harness.config.limits;
  return endWithout(session, "trajectory-timeout", {
    type: "timeout",
    message: `the budget of ${trajectoryTimeoutMs} ms for the trajectory is spent`,
  });
}
