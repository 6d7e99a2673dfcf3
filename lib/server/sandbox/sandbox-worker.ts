import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { z } from "zod";
import type { JsonValue } from "@/lib/contracts/ids";
import type { SandboxOutcome } from "@/lib/kernel/ports";

/** How much longer than the hook's own time the host waits before it ends the thread. */
const GRACE_MS = 100;

export interface WorkerRequest {
  name: string;
  code: string;
  /** The event as JSON text. */
  payload: string;
  timeoutMs: number;
}

const WorkerAnswer = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), text: z.string(), durationMs: z.number() }),
  z.object({
    ok: z.literal(false),
    error: z.enum(["syntax", "threw", "timeout", "memory", "bad-result"]),
    message: z.string(),
    durationMs: z.number(),
  }),
]);

/** One thread that runs one hook at a time. It is `alive` until it was ended or died; then a new one has to be made. */
export class SandboxWorker {
  alive = true;
  readonly #thread: Worker;
  readonly #port: MessagePort;
  readonly #ready: Promise<void>;
  #settle: ((outcome: SandboxOutcome) => void) | null = null;

  constructor(path: string) {
    const channel = new MessageChannel();
    this.#port = channel.port1;
    this.#thread = new Worker(path, {
      workerData: { port: channel.port2 },
      transferList: [channel.port2],
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      env: {},
      execArgv: [],
      stdout: false,
      stderr: false,
    });
    this.#ready = new Promise((resolve) => this.#thread.once("message", () => resolve()));
    this.#port.on("message", (message) => this.#answer(message));
    this.#thread.on("error", (error) => this.#died(error.message, /memory/i.test(error.message) ? "memory" : "unavailable"));
    this.#thread.on("exit", () => this.#died("the sandbox thread ended", "unavailable"));
    // An idle sandbox keeps no process alive.
    this.#port.unref();
    this.#thread.unref();
  }

  async run(request: WorkerRequest): Promise<SandboxOutcome> {
    const outcome = new Promise<SandboxOutcome>((resolve) => {
      this.#settle = resolve;
    });
    this.#port.ref();
    this.#thread.ref();
    await Promise.race([this.#ready, outcome]);
    const from = performance.now();
    const timer = setTimeout(() => this.#overdue(performance.now() - from), request.timeoutMs + GRACE_MS);
    if (this.alive) this.#port.postMessage(request);
    try {
      return await outcome;
    } finally {
      clearTimeout(timer);
      this.#port.unref();
      this.#thread.unref();
    }
  }

  async end(): Promise<void> {
    this.#died("the sandbox is closed", "unavailable");
    await this.#thread.terminate();
  }

  #answer(message: unknown): void {
    const answer = WorkerAnswer.parse(message);
    if (!answer.ok) {
      this.#finish(answer);
      return;
    }
    const value: JsonValue = JSON.parse(answer.text);
    this.#finish({ ok: true, value, durationMs: answer.durationMs });
  }

  #overdue(durationMs: number): void {
    // A busy host runs this timer before it has read an answer that came in time.
    const waiting = receiveMessageOnPort(this.#port);
    if (waiting) {
      this.#answer(waiting.message);
      return;
    }
    this.#finish({
      ok: false,
      error: "timeout",
      message: "the hook did not finish in time and its thread was ended",
      durationMs,
    });
    this.#retire();
  }

  #died(message: string, error: "memory" | "unavailable"): void {
    if (!this.alive) return;
    this.#finish({ ok: false, error, message, durationMs: 0 });
    this.#retire();
  }

  #retire(): void {
    this.alive = false;
    this.#port.close();
    void this.#thread.terminate();
  }

  #finish(outcome: SandboxOutcome): void {
    this.#settle?.(outcome);
    this.#settle = null;
  }
}
