import type { HookSandbox, SandboxOutcome } from "@/lib/kernel/ports";
import { SandboxWorker, type WorkerRequest } from "./sandbox-worker";
import { workerPath } from "./worker-path";

const DEFAULT_THREADS = 2;

interface Waiting {
  request: WorkerRequest;
  settle: (outcome: SandboxOutcome) => void;
}

/**
 * Runs hooks in QuickJS inside a pool of worker threads. A hook has 32 MB, no I/O, a fixed clock and fixed random numbers; one
 * that does not come back in its time loses its thread. Threads start when they are first needed and keep no process alive.
 */
export function createSandbox(options: { threads?: number } = {}): HookSandbox & { close(): Promise<void> } {
  const path = workerPath();
  const idle: SandboxWorker[] = [];
  const busy = new Set<SandboxWorker>();
  const queue: Waiting[] = [];
  const threads = options.threads ?? DEFAULT_THREADS;
  let closed = false;

  const next = (): SandboxWorker | null => {
    for (let worker = idle.pop(); worker; worker = idle.pop()) if (worker.alive) return worker;
    return busy.size < threads ? new SandboxWorker(path) : null;
  };

  const pump = () => {
    while (queue.length > 0) {
      const worker = next();
      const waiting = worker && queue.shift();
      if (!worker || !waiting) return;
      busy.add(worker);
      void worker.run(waiting.request).then((outcome) => {
        busy.delete(worker);
        if (worker.alive && !closed) idle.push(worker);
        waiting.settle(outcome);
        pump();
      });
    }
  };

  return {
    run({ name, code, event, payload, timeoutMs }) {
      if (closed) return Promise.resolve({ ok: false, error: "unavailable", message: "the sandbox is closed", durationMs: 0 });
      const fields = typeof payload === "object" && payload !== null && !Array.isArray(payload) ? payload : { payload };
      return new Promise((settle) => {
        queue.push({ request: { name, code, payload: JSON.stringify({ event, ...fields }), timeoutMs }, settle });
        pump();
      });
    },
    async close() {
      closed = true;
      for (const { settle } of queue.splice(0))
        settle({ ok: false, error: "unavailable", message: "the sandbox is closed", durationMs: 0 });
      await Promise.all([...idle, ...busy].map((worker) => worker.end()));
    },
  };
}
