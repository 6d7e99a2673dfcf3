import { ownThread, threadCpuMs } from "./thread-cpu.mjs";

const thread = ownThread();

/** Tells when a hook has used up its time: processor time where the operating system tells it, else time on the wall. */
export class Stopwatch {
  #wallEnd = Number.POSITIVE_INFINITY;
  #timeoutMs = Number.POSITIVE_INFINITY;
  #cpuStart = null;

  start(timeoutMs) {
    this.#timeoutMs = timeoutMs;
    this.#wallEnd = performance.now() + timeoutMs;
    this.#cpuStart = null;
  }

  /** Asked by the engine every few thousand operations, so the first question comes within a few milliseconds. */
  get over() {
    // Reading the processor time of every call would cost more than most hooks do.
    this.#cpuStart ??= threadCpuMs(thread);
    if (performance.now() < this.#wallEnd) return false;
    const cpu = threadCpuMs(thread);
    return cpu === null || this.#cpuStart === null || cpu - this.#cpuStart >= this.#timeoutMs;
  }
}
