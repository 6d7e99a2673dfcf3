import { parentPort, workerData } from "node:worker_threads";
import { openEngine } from "./hook-engine.mjs";
import { ownThread } from "./thread-cpu.mjs";

/** The worker's side of the sandbox: one answer for each request, in their order. */
const port = workerData.port;
let engine = await openEngine();
let last = Promise.resolve();

async function answer(request) {
  const started = performance.now();
  let outcome;
  try {
    engine ??= await openEngine();
    outcome = engine.run(request);
  } catch (error) {
    outcome = { ok: false, error: /memory/i.test(String(error)) ? "memory" : "threw", message: String(error).slice(0, 500) };
    // A trap leaves the instance in an unknown state; the next request gets a new one.
    engine = null;
  }
  // An instance never gives memory back.
  if (!outcome.ok && outcome.error === "memory") engine = null;
  port.postMessage({ ...outcome, durationMs: performance.now() - started });
}

port.on("message", (request) => {
  last = last.then(() => answer(request));
});

// The host counts the time of a hook only from here on.
parentPort.postMessage({ ready: true, thread: ownThread() });
