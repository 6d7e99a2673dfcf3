import { readFileSync, readlinkSync } from "node:fs";

/**
 * Id of the thread that asks, as the operating system counts; null where it does not tell (outside Linux).
 * @returns {string | null}
 */
export function ownThread() {
  try {
    return readlinkSync(/*turbopackIgnore: true*/ "/proc/thread-self").split("/").at(-1) ?? null;
  } catch {
    return null;
  }
}

/**
 * Processor time a thread of this process has had, in milliseconds; null where the operating system does not tell. On a busy
 * machine it is the one fair measure of how long a hook has run.
 * @param {string | null} thread
 * @returns {number | null}
 */
export function threadCpuMs(thread) {
  if (thread === null) return null;
  try {
    const nanoseconds = Number(
      readFileSync(/*turbopackIgnore: true*/ `/proc/self/task/${thread}/schedstat`, "utf8").split(" ")[0],
    );
    return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : null;
  } catch {
    return null;
  }
}
