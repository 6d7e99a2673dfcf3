"use client";

import { Icon, type IconName } from "@/components/ui/icon";
import type { Stage } from "@/lib/contracts/evolution";
import classes from "./evolve.module.css";
import { LOOP, type LoopStep, type StepState, stepNote, stepState } from "./steps";

const icons: Record<StepState, IconName> = { done: "check", current: "arrowRight", ahead: "dot", skipped: "close" };
const words: Record<StepState, string> = { done: "done", current: "now", ahead: "later", skipped: "not needed" };

interface StepperProps {
  stage: Stage;
  /** The state of the stage's run in words. */
  run: string | undefined;
  view: LoopStep | "decided";
  onView: (step: LoopStep) => void;
}

/** The five steps with their counts. A step that has been reached can be looked at again. */
export function Stepper({ stage, run, view, onView }: StepperProps) {
  return (
    <ol className={classes.stepper} aria-label="Steps of the stage">
      {LOOP.map((step) => {
        const state = stepState(stage, step.id);
        const note = stepNote(stage, step.id, run);
        return (
          <li key={step.id}>
            <button
              type="button"
              className={classes.step}
              data-state={state}
              aria-current={view === step.id ? "step" : undefined}
              disabled={state === "ahead" || state === "skipped"}
              title={`${step.name}: ${words[state]}. ${note}`}
              onClick={() => onView(step.id)}
            >
              <span className={classes.stepIcon}>
                <Icon name={icons[state]} size={13} />
              </span>
              <span className={classes.stepName}>{step.name}</span>
              <span className={classes.stepNote}>{note}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
