import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { z } from "zod";
import type { JsonValue } from "@/lib/contracts/ids";
import type { SandboxOutcome } from "@/lib/kernel/ports";
import { threadCpuMs } from "./thread-cpu.mjs";

/** How much longer than the hook's own time the host waits before it ends the thread. */
const GRACE_MS = 60;
/** A thread that gets no processor time is given this many times its time, and at least ten seconds. */
const STARVED_FACTOR = 40;
const STARVED_MIN_MS = 10_000;

export interface WorkerRequest {
  kind: "hook" | "module";
  name: string;
  code: string;
  /** JSON text: the event of a hook, or the input and answers of a module. */
  payload: string;
  timeoutMs: number;
}

/** A request with the one who waits for its outcome. */
export interface WorkerJob {
  request: WorkerRequest;
  settle: (outcome: SandboxOutcome) => void;
}

const WorkerReady = z.object({ ready: z.literal(true), thread: z.string().nullable() });

const WorkerAnswer = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), text: z.string(), durationMs: z.number() }),
  z.object({
    ok: z.literal(false),
    error: z.enum(["syntax", "threw", "timeout", "memory", "bad-result"]),
    message: z.string(),
    durationMs: z.number(),
  }),
]);

/**
 * One thread. It runs its jobs one by one, in order; waiting jobs are already on its side, so that it need not wait for the
 * host between two. The clock runs for the first job only: where it is overdue the thread is ended, and the jobs behind it
 * go back to the pool.
 */
export class SandboxWorker {
  readonly #thread: Worker;
  readonly #port: MessagePort;
  readonly #jobs: WorkerJob[] = [];
  #alive = true;
  #ready = false;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #threadId: string | null = null;
  #cpuAtHalf: number | null = null;

  constructor(
    path: string,
    private readonly onEnd: (worker: SandboxWorker, orphans: readonly WorkerJob[]) => void,
  ) {
    const channel = new MessageChannel();
    this.#port = channel.port1;
    this.#thread = new Worker(/*turbopackIgnore: true*/ path, {
      workerData: { port: channel.port2 },
      transferList: [channel.port2],
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      env: {},
      execArgv: [],
    });
    this.#thread.once("message", (message) => {
      this.#threadId = WorkerReady.parse(message).thread;
      this.#ready = true;
      this.#arm();
    });
    this.#port.on("message", (message) => this.#answer(message));
    this.#thread.on("error", (error) => this.#fail(/memory/i.test(error.message) ? "memory" : "unavailable", error.message));
    this.#thread.on("exit", () => this.#fail("unavailable", "the sandbox thread ended"));
    this.#keepAlive(false);
  }

  /** Jobs that are not done. */
  get load(): number {
    return this.#jobs.length;
  }

  add(job: WorkerJob): void {
    this.#jobs.push(job);
    this.#port.postMessage(job.request);
    if (this.#jobs.length > 1) return;
    this.#keepAlive(true);
    this.#arm();
  }

  async end(): Promise<void> {
    for (const job of this.#retire()) job.settle(stopped("unavailable", "the sandbox is closed"));
    await this.#thread.terminate();
  }

  /** Starts the clock of the first job. */
  #arm(): void {
    clearTimeout(this.#timer);
    const [first] = this.#jobs;
    if (!first || !this.#ready) return;
    this.#startedAt = performance.now();
    this.#cpuAtHalf = null;
    this.#timer = setTimeout(() => this.#check(first.request), halfOf(first.request));
  }

  #answer(message: unknown): void {
    const job = this.#jobs.shift();
    const answer = WorkerAnswer.parse(message);
    if (this.#jobs.length === 0) this.#keepAlive(false);
    this.#arm();
    if (!answer.ok) {
      job?.settle(answer);
      return;
    }
    const value: JsonValue = JSON.parse(answer.text);
    job?.settle({ ok: true, value, durationMs: answer.durationMs });
  }

  /**
   * Looks after the first job at half of its time and then again: it is overdue once its thread has had that much processor
   * time since, or, where that cannot be told, at its time on the wall.
   */
  #check(request: WorkerRequest): void {
    // A busy host runs this timer before it has read an answer that came in time.
    const waiting = receiveMessageOnPort(this.#port);
    if (waiting) {
      this.#answer(waiting.message);
      return;
    }
    const half = halfOf(request);
    const elapsed = performance.now() - this.#startedAt;
    const cpu = threadCpuMs(this.#threadId);
    const used = cpu !== null && this.#cpuAtHalf !== null ? cpu - this.#cpuAtHalf : null;
    const known = cpu !== null && this.#threadId !== null;
    const overdue = known ? used !== null && used >= 0.9 * half : elapsed >= 2 * half;
    if (overdue || elapsed >= Math.max(STARVED_MIN_MS, STARVED_FACTOR * request.timeoutMs)) {
      this.#fail("timeout", "it did not finish in time and its thread was ended");
      return;
    }
    this.#cpuAtHalf ??= cpu;
    this.#timer = setTimeout(() => this.#check(request), half);
  }

  /** The first job fails and the thread is ended. */
  #fail(error: "timeout" | "memory" | "unavailable", message: string): void {
    if (!this.#alive) return;
    const durationMs = this.#startedAt === 0 ? 0 : performance.now() - this.#startedAt;
    const [first, ...orphans] = this.#retire();
    first?.settle({ ok: false, error, message, durationMs });
    this.onEnd(this, orphans);
    void this.#thread.terminate();
  }

  #retire(): WorkerJob[] {
    this.#alive = false;
    clearTimeout(this.#timer);
    this.#port.close();
    return this.#jobs.splice(0);
  }

  /** An idle sandbox keeps no process alive; a hook that is running does. */
  #keepAlive(on: boolean): void {
    if (on) {
      this.#port.ref();
      this.#thread.ref();
    } else {
      this.#port.unref();
      this.#thread.unref();
    }
  }
}

function halfOf({ timeoutMs }: WorkerRequest): number {
  return (timeoutMs + GRACE_MS) / 2;
}

/** The outcome of a hook that was never run to its end. */
export function stopped(error: "unavailable", message: string): Extract<SandboxOutcome, { ok: false }> {
  return { ok: false, error, message, durationMs: 0 };
}
