import type { RunStatus } from "@/lib/contracts/run";

/** Whether cases may still be added to a run without anyone resuming it. */
export const isLive = (status: RunStatus): boolean => status === "queued" || status === "running";

/** Whether a run has come to an end. A paused run has not. */
export const isOver = (status: RunStatus): boolean => status === "completed" || status === "cancelled" || status === "failed";
