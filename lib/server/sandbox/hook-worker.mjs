import { parentPort, workerData } from "node:worker_threads";
import { openEngine } from "./hook-engine.mjs";

/** The worker's side of the sandbox: one request at a time, one answer each. */
const port = workerData.port;
let engine = null;

port.on("message", async (request) => {
  const started = performance.now();
  let outcome;
  try {
    engine ??= await openEngine();
    outcome = engine.run(request);
  } catch (error) {
    // A trap leaves the instance in an unknown state; the next request gets a new one.
    engine = null;
    outcome = { ok: false, error: /memory/i.test(String(error)) ? "memory" : "threw", message: String(error).slice(0, 500) };
  }
  if (!outcome.ok && outcome.error === "memory") engine = null;
  port.postMessage({ id: request.id, ...outcome, durationMs: performance.now() - started });
});

// Ready once the engine is: the host counts a hook's time from then on.
engine = await openEngine();
parentPort.postMessage("ready");
