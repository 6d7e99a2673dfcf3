import "server-only";
import type { RunProgress } from "@/lib/contracts/run";

/** Carries runs out. Every call answers at once; the work goes on in the background. */
export interface Runner {
  start(runId: string): void;
  /** Cases in flight finish. */
  pause(runId: string): void;
  resume(runId: string): void;
  /** Finished cases are kept. */
  cancel(runId: string): void;
  /** Reports until the run ends; a run that has ended is reported once. */
  progress(runId: string, signal?: AbortSignal): AsyncGenerator<RunProgress, void, void>;
  /** Goes on with the runs that a stopped studio left unfinished. */
  recover(): Promise<void>;
  close(): Promise<void>;
}
