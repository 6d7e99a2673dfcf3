"use client";

import { useEffect, useRef } from "react";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import type { Boundary, Step, Trajectory } from "@/lib/contracts/trajectory";
import type { PlacedStep } from "./align";
import { durationText } from "./duration-text";
import { groupSteps } from "./group-steps";
import { type Beside, type StepContext, stepLook } from "./step-look";
import { StepBody } from "./step-view";
import classes from "./trajectory.module.css";

function RoundHead({ boundary, depth }: { boundary: Boundary; depth: number | undefined }) {
  const { exposed, state, view, directive } = boundary;
  return (
    <div className={classes.round}>
      <strong>
        Round {boundary.round}
        {depth ? `, nested agent${depth > 1 ? ` ${depth}` : ""}` : ""}
      </strong>
      <span>
        {plural(exposed.tools.length, "tool")} and {plural(exposed.skills.length, "Skill")} exposed, memory {view.memory},{" "}
        {plural(view.messages, "message")}
        {state.loadedSkills.length > 0 ? `, loaded: ${state.loadedSkills.join(", ")}` : ""}
        {directive ? `, directive: ${directive}` : ""}
      </span>
    </div>
  );
}

/** Steps of a nested agent stand further in, at most four deep. */
const nesting = ({ depth }: Step): React.CSSProperties | undefined =>
  depth ? { marginLeft: Math.min(depth, 4) * 18 } : undefined;

interface StepRowProps {
  step: Step;
  context: StepContext;
  marked?: boolean;
  differs?: boolean;
  first?: boolean;
  beside?: Beside | undefined;
}

/** A step with the time at which it ended and an icon for what it is. */
export function StepRow({ step, context, marked = false, differs = false, first = false, beside }: StepRowProps) {
  const { icon, tone } = stepLook(step);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (marked) row.current?.scrollIntoView({ block: "center" });
  }, [marked]);
  return (
    <div ref={row} className={classes.step} data-marked={marked} data-differs={differs} data-first={first} style={nesting(step)}>
      <span className={classes.time} title="since the task began">
        {durationText(step.atMs)}
      </span>
      <span className={classes.icon} data-tone={tone}>
        <Icon name={icon} />
      </span>
      <div className={classes.body}>
        <StepBody step={step} context={context} beside={beside} />
      </div>
    </div>
  );
}

/** Hooks in a row that let things pass: one line, each of them behind it. */
function AllowedHooks({ steps, context, marked }: { steps: PlacedStep[]; context: StepContext; marked: number | null }) {
  const names = [...new Set(steps.map(({ step }) => (step.type === "hook" ? step.hook : "")))];
  const total = steps.reduce((sum, { step }) => sum + (step.type === "hook" ? step.durationMs : 0), 0);
  return (
    <details className={classes.allowed} open={steps.some(({ index }) => index === marked) || undefined}>
      <summary>
        {plural(steps.length, "Hook")} allowed: {names.join(", ")} ({durationText(total)})
      </summary>
      {steps.map(({ index, step }) => (
        <StepRow key={index} step={step} context={context} marked={index === marked} />
      ))}
    </details>
  );
}

interface TimelineProps {
  trajectory: Trajectory;
  fileHref: StepContext["fileHref"];
  /** Place, among the trajectory's steps, of the one to bring into sight. */
  marked: number | null;
}

/** The whole trajectory, step by step in order of time, by round. */
export function Timeline({ trajectory, fileHref, marked }: TimelineProps) {
  const context: StepContext = { trajectory, fileHref };
  return (
    <ol className={classes.steps}>
      {groupSteps(trajectory.steps).map((group) => {
        if (group.kind === "allowed") {
          return (
            <li key={group.steps[0]?.index}>
              <AllowedHooks steps={group.steps} context={context} marked={marked} />
            </li>
          );
        }
        const { index, step } = group.placed;
        return (
          <li key={index}>
            {step.type === "boundary" ? (
              <RoundHead boundary={step.boundary} depth={step.depth} />
            ) : (
              <StepRow step={step} context={context} marked={index === marked} />
            )}
          </li>
        );
      })}
    </ol>
  );
}
