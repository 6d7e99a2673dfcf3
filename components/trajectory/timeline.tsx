"use client";

import { useEffect, useRef } from "react";
import { formatDuration, plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import type { Boundary, Step, Trajectory } from "@/lib/contracts/trajectory";
import { StepBody, type StepContext, stepLook } from "./step-view";
import classes from "./trajectory.module.css";

function RoundHead({ boundary }: { boundary: Boundary }) {
  const { exposed, state, view, directive } = boundary;
  return (
    <div className={classes.round}>
      <strong>Round {boundary.round}</strong>
      <span>
        {plural(exposed.tools.length, "tool")} and {plural(exposed.skills.length, "Skill")} exposed, memory {view.memory},{" "}
        {plural(view.messages, "message")}
        {state.loadedSkills.length > 0 ? `, loaded: ${state.loadedSkills.join(", ")}` : ""}
        {directive ? `, directive: ${directive}` : ""}
      </span>
    </div>
  );
}

interface StepRowProps {
  step: Step;
  context: StepContext;
  marked?: boolean;
  differs?: boolean;
  first?: boolean;
}

/** A step with the time at which it ended and an icon for what it is. */
export function StepRow({ step, context, marked = false, differs = false, first = false }: StepRowProps) {
  const { icon, tone } = stepLook(step);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (marked) row.current?.scrollIntoView({ block: "center" });
  }, [marked]);
  return (
    <div ref={row} className={classes.step} data-marked={marked} data-differs={differs} data-first={first}>
      <span className={classes.time} title="since the task began">
        {formatDuration(step.atMs)}
      </span>
      <span className={classes.icon} data-tone={tone}>
        <Icon name={icon} />
      </span>
      <div className={classes.body}>
        <StepBody step={step} context={context} />
      </div>
    </div>
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
      {trajectory.steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a trajectory is append-only and its steps are known by their place
        <li key={index}>
          {step.type === "boundary" ? (
            <RoundHead boundary={step.boundary} />
          ) : (
            <StepRow step={step} context={context} marked={index === marked} />
          )}
        </li>
      ))}
    </ol>
  );
}
