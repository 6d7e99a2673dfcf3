import type { HookSandbox } from "@/lib/kernel/ports";
import { SandboxWorker, stopped, type WorkerJob } from "./sandbox-worker";
import { workerPath } from "./worker-path";

const DEFAULT_THREADS = 2;

/**
 * Runs hooks in QuickJS inside a pool of worker threads. A hook has 32 MB, no I/O, a fixed clock and fixed random numbers; one
 * that does not come back in its time loses its thread. Threads start when they are first needed and keep no process alive.
 */
export function createSandbox(options: { threads?: number } = {}): HookSandbox & { close(): Promise<void> } {
  const threads = options.threads ?? DEFAULT_THREADS;
  const path = workerPath();
  const workers = new Set<SandboxWorker>();
  let closed = false;

  const place = (job: WorkerJob) => {
    const [least] = [...workers].sort((a, b) => a.load - b.load);
    if (least && (least.load === 0 || workers.size >= threads)) {
      least.add(job);
      return;
    }
    const added = new SandboxWorker(path, (ended, orphans) => {
      workers.delete(ended);
      for (const orphan of orphans) place(orphan);
    });
    workers.add(added);
    added.add(job);
  };

  return {
    run({ name, code, event, payload, timeoutMs }) {
      if (closed) return Promise.resolve(stopped("unavailable", "the sandbox is closed"));
      const fields = typeof payload === "object" && payload !== null && !Array.isArray(payload) ? payload : { payload };
      return new Promise((settle) => {
        place({ request: { name, code, payload: JSON.stringify({ event, ...fields }), timeoutMs }, settle });
      });
    },
    async close() {
      closed = true;
      await Promise.all([...workers].map((worker) => worker.end()));
      workers.clear();
    },
  };
}
