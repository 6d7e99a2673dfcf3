import { formatCount, plural } from "@/components/ui/format";
import type { Stage, StageStep } from "@/lib/contracts/evolution";

export type LoopStep = Exclude<StageStep, "decided">;

/** The five steps of the loop (TaoLive report, appendix B.1). */
export const LOOP: readonly { id: LoopStep; name: string }[] = [
  { id: "diagnose", name: "Diagnose" },
  { id: "confirm", name: "Confirm" },
  { id: "edit", name: "Edit" },
  { id: "evaluate", name: "Evaluate" },
  { id: "regression-check", name: "Regression check" },
];

export type StepState = "done" | "current" | "ahead" | "skipped";

const place = (step: StageStep): number => (step === "decided" ? LOOP.length : LOOP.findIndex((item) => item.id === step));

/** A stage that began with a version, a first stage for one, has nothing to diagnose, confirm or edit. */
export const beganWithVersion = (stage: Stage): boolean =>
  stage.version !== null && stage.diagnosis === null && stage.proposals.length === 0;

/** Where a step of the loop stands in a stage. */
export function stepState(stage: Stage, step: LoopStep): StepState {
  if (place(step) < 3 && beganWithVersion(stage)) return "skipped";
  if (step === "regression-check" && stage.baseRun === null && stage.step !== "regression-check") return "skipped";
  // A stage decided before it was evaluated never came to the steps after.
  if (stage.step === "decided" && stage.run === null && place(step) >= (stage.version === null ? 2 : 3)) return "skipped";
  if (stage.step === step) return "current";
  return place(step) < place(stage.step) ? "done" : "ahead";
}

/** "1 to review, 7 accepted, 2 edited, 3 rejected"; kinds that do not occur are left out. */
export function entryCounts(entries: Stage["entries"]): string {
  const parts = [
    [entries.proposed, "to review"],
    [entries.accepted, "accepted"],
    [entries.edited, "edited"],
    [entries.rejected, "rejected"],
    [entries.invalid, "invalid"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
  return shown.length === 0 ? "no entries" : shown.join(", ");
}

/** What a step of the stepper says under its name. `run`: the state of the stage's run in words, where it is known. */
export function stepNote(stage: Stage, step: LoopStep, run = "running"): string {
  const state = stepState(stage, step);
  if (state === "skipped") return "not needed";
  switch (step) {
    case "diagnose": {
      if (stage.diagnosis === null) return "not started";
      if (stage.diagnosis.status !== "completed") return stage.diagnosis.status;
      return `${plural(stage.diagnosis.clusters.length, "cluster")} of ${plural(stage.diagnosis.failures, "failure")}`;
    }
    case "confirm":
      return stage.proposals.length === 0 ? (state === "ahead" ? "–" : "no entries") : entryCounts(stage.entries);
    case "edit":
      return stage.version === null ? "no version yet" : stage.version.slice(0, 8);
    case "evaluate":
      return stage.run === null ? "not started" : state === "current" ? run : "done";
    case "regression-check":
      return stage.decision ? "decided" : state === "current" ? "to decide" : "–";
  }
}

/** The one thing to do next, which the primary button does. */
export type NextStep =
  | { kind: "diagnose"; label: string }
  | { kind: "wait"; label: string }
  | { kind: "review"; label: string; entry: string }
  | { kind: "apply"; label: string }
  | { kind: "evaluate"; label: string }
  | { kind: "finish"; label: string }
  | { kind: "decide"; label: string }
  | { kind: "next-stage"; label: string };

/**
 * `ended`: how the stage's run has ended without completing. One that is stopped is run to its end, as its scores do not rest
 * on every case; one that failed or was cancelled is started again; one that was rejected early is decided.
 */
export function nextStep(stage: Stage, ended: "stopped" | "failed" | "rejected" | null): NextStep {
  switch (stage.step) {
    case "diagnose":
      if (stage.diagnosis?.status === "running") return { kind: "wait", label: "Diagnosing" };
      return { kind: "diagnose", label: stage.diagnosis === null ? "Diagnose" : "Diagnose again" };
    case "confirm": {
      const open = stage.proposals.filter((entry) => entry.status === "proposed");
      const first = open[0];
      if (first) return { kind: "review", label: `Review the next entry (${open.length} left)`, entry: first.id };
      // A diagnosis that did not come to its end has proposed nothing yet.
      if (stage.proposals.length === 0 && stage.diagnosis !== null && stage.diagnosis.status !== "completed") {
        return { kind: "diagnose", label: "Diagnose again" };
      }
      return { kind: "decide", label: "Nothing accepted: decide" };
    }
    case "edit":
      return { kind: "apply", label: "Make the version" };
    case "evaluate":
      if (stage.run !== null && ended === null) return { kind: "wait", label: "Evaluating" };
      if (stage.run !== null && ended === "rejected") return { kind: "decide", label: "Decide" };
      if (stage.run !== null && ended === "stopped") return { kind: "finish", label: "Run the rest" };
      return { kind: "evaluate", label: ended === null ? "Start the evaluation" : "Evaluate again" };
    case "regression-check":
      return { kind: "decide", label: "Decide" };
    case "decided":
      return { kind: "next-stage", label: "Another stage" };
  }
}
