import type { Comment } from "@/lib/contracts/case";
import type { KernelState, StopReason, Trajectory } from "@/lib/contracts/trajectory";
import { type CompiledHarness, compileHarness } from "./compile";
import type { TaskOptions } from "./ports";
import { Recorder } from "./recorder";

/** One task under way. `state` and the time limit are the only things that change, besides the record. */
export interface Session {
  readonly options: TaskOptions;
  readonly compiled: CompiledHarness;
  readonly state: KernelState;
  readonly recorder: Recorder;
  /** Milliseconds from the beginning of the task at which its time is up. */
  untilMs: number;
  /** Where a reply goes: the task's channel, unless a Stop hook sends it elsewhere. */
  channel: Trajectory["channel"];
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
    : {
        round: 0,
        loadedSkills: [],
        todo: [],
        stopBlocks: 0,
        history: [],
        elapsedMs: 0,
        frames: [],
        evidence: [],
        modules: {},
      };
  return {
    options,
    compiled: compileHarness(options.harness),
    state,
    recorder: new Recorder(options.clock, state.elapsedMs, () => state.frames.length, options.onStep),
    untilMs: options.harness.config.limits.trajectoryTimeoutMs,
    channel: options.task.channel,
  };
}

/** The comments as the agent sees them. */
export function commentsOf({ options, state }: Session): Comment[] {
  return state.comments ?? options.task.input.comments;
}

/** Milliseconds left of the time limit; zero or less where it is spent. */
export function remainingMs({ untilMs, recorder }: Session): number {
  return untilMs - recorder.elapsed();
}

/** An end without a reply of the policy: the conservative reply of the channel stands in, or nothing is said. */
export function endWithout(session: Session, stopReason: StopReason, failure?: Trajectory["failure"]): Ending {
  const { conservativeReply } = session.options.harness.config;
  const reply = typeof conservativeReply === "string" ? conservativeReply : conservativeReply[session.channel];
  return failure === undefined ? { stopReason, reply } : { stopReason, reply, failure };
}

/** The end that an abort or a spent budget forces; null where the task may go on. */
export function interruption(session: Session): Ending | null {
  if (session.options.signal?.aborted)
    return endWithout(session, "aborted", { type: "aborted", message: "the task was aborted" });
  if (remainingMs(session) > 0) return null;
  return endWithout(session, "trajectory-timeout", {
    type: "timeout",
    message: `the budget of ${session.untilMs} ms for the trajectory is spent`,
  });
}
