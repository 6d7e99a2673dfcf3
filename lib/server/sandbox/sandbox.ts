import { z } from "zod";
import { Json } from "@/lib/contracts/ids";
import { HostCall } from "@/lib/contracts/module";
import type { HookSandbox, SandboxOutcome } from "@/lib/kernel/ports";
import { SandboxWorker, stopped, type WorkerJob } from "./sandbox-worker";
import { workerPath } from "./worker-path";

const DEFAULT_THREADS = 2;

const ModulePass = z.union([
  z.object({ waiting: z.array(HostCall).min(1).max(64) }),
  z.object({ value: Json, notes: z.array(Json).max(100) }),
]);

/**
 * Runs hooks and modules in QuickJS inside a pool of worker threads. A hook has 32 MB, no I/O, a fixed clock and fixed random numbers; one
 * that does not come back in its time loses its thread. Threads start when they are first needed and keep no process alive.
 */
export function createSandbox(options: { threads?: number } = {}): Required<HookSandbox> & { close(): Promise<void> } {
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
        place({ request: { kind: "hook", name, code, payload: JSON.stringify({ event, ...fields }), timeoutMs }, settle });
      });
    },
    async runModule({ slot, code, input, answers, timeoutMs }) {
      if (closed) return stopped("unavailable", "the sandbox is closed");
      const payload = JSON.stringify({ input, answers });
      const outcome = await new Promise<SandboxOutcome>((settle) => {
        place({ request: { kind: "module", name: slot, code, payload, timeoutMs }, settle });
      });
      if (!outcome.ok) return outcome;
      const pass = ModulePass.safeParse(outcome.value);
      const { durationMs } = outcome;
      if (!pass.success) {
        const [issue] = pass.error.issues;
        const message = `a host call is not well formed: ${issue?.path.join(".")} ${issue?.message}`;
        return { ok: false, error: "bad-result", message, durationMs };
      }
      return "waiting" in pass.data
        ? { ok: true, waiting: pass.data.waiting, durationMs }
        : { ok: true, value: pass.data.value, notes: pass.data.notes, durationMs };
    },
    async close() {
      closed = true;
      await Promise.all([...workers].map((worker) => worker.end()));
      workers.clear();
    },
  };
}
