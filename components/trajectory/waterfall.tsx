"use client";

import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { plural } from "@/components/ui/format";
import { useKeys } from "@/components/ui/use-keys";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { durationText } from "./duration-text";
import type { StepContext } from "./step-look";
import { StepBody } from "./step-view";
import { axisTicks } from "./time-axis";
import classes from "./waterfall.module.css";
import { laneText, WaterfallLane } from "./waterfall-lane";
import { type LaneGroup, waterfall } from "./waterfall-model";

/** A budget far beyond the end of the trajectory would squeeze the bars; it is said in words instead. */
const BUDGET_IN_SIGHT = 1.5;

function Axis({ scaleMs }: { scaleMs: number }) {
  return (
    <div className={classes.axis} aria-hidden="true">
      {axisTicks(scaleMs).map((ms) => (
        <span
          key={ms}
          className={classes.tick}
          data-last={ms > scaleMs * 0.85 || undefined}
          style={{ left: `${(100 * ms) / scaleMs}%` }}
        >
          <span>{ms === 0 ? "0" : durationText(ms)}</span>
        </span>
      ))}
      <span className={classes.budget}>budget</span>
    </div>
  );
}

function GroupHead({ group }: { group: LaneGroup }) {
  const title = group.boundary === null ? "Before the first round" : `Round ${group.round}`;
  return (
    <div className={classes.groupHead}>
      <strong>
        {title}
        {group.depth > 0 ? `, nested agent${group.depth > 1 ? ` ${group.depth}` : ""}` : ""}
      </strong>
      <span>{plural(group.lanes.length, "step")}</span>
      <span className={classes.groupTime}>{durationText(group.endMs - group.startMs)}</span>
    </div>
  );
}

interface WaterfallProps {
  trajectory: Trajectory;
  fileHref: StepContext["fileHref"];
  /** Place, among the trajectory's steps, of the one whose detail is open. */
  selected: number | null;
  onSelect: (index: number | null) => void;
  /** The harness's limit for a trajectory, in milliseconds; null where it is not known. */
  budgetMs: number | null;
}

/** A trajectory on a time axis: a lane for each step, by round. Enter or a click shows what the step did. */
export function Waterfall({ trajectory, fileHref, selected, onSelect, budgetMs }: WaterfallProps) {
  const { groups, spanMs } = useMemo(() => waterfall(trajectory), [trajectory]);
  const lanes = useMemo(() => groups.flatMap((group) => group.lanes), [groups]);
  const [active, setActive] = useState<number | null>(selected);
  const list = useRef<HTMLDivElement>(null);
  const linked = useRef(selected);
  useEffect(() => {
    if (linked.current !== null) laneElement(list.current, linked.current)?.scrollIntoView({ block: "center" });
  }, []);
  useKeys("Waterfall, with a step in focus", [
    { keys: "j", label: "Next step" },
    { keys: "k", label: "Step before" },
    { keys: "Enter", label: "Show what the step did" },
  ]);
  if (lanes.length === 0) return <EmptyState title="No steps were recorded">The task ended before it began.</EmptyState>;

  const at = Math.max(
    0,
    lanes.findIndex((lane) => lane.index === (active ?? selected)),
  );
  const look = lanes[at];
  const move = (to: number) => {
    const lane = lanes[Math.max(0, Math.min(lanes.length - 1, to))];
    if (lane) laneElement(list.current, lane.index)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset.lane === undefined) return;
    const here = lanes.findIndex((lane) => `${lane.index}` === (event.target as HTMLElement).dataset.lane);
    const moves: Record<string, number> = {
      j: here + 1,
      ArrowDown: here + 1,
      k: here - 1,
      ArrowUp: here - 1,
      Home: 0,
      End: lanes.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    // The page's own j and k go from case to case.
    event.preventDefault();
    move(to);
  };
  const scaleMs = budgetMs !== null && budgetMs <= spanMs * BUDGET_IN_SIGHT ? Math.max(spanMs, budgetMs) : spanMs;
  const context: StepContext = { trajectory, fileHref };
  const budgetAt = budgetMs !== null && budgetMs <= scaleMs ? `${(100 * budgetMs) / scaleMs}%` : null;
  return (
    <div
      className={classes.waterfall}
      data-budget={budgetAt !== null || undefined}
      style={budgetAt === null ? undefined : ({ "--budget": budgetAt } as React.CSSProperties)}
    >
      <div className={classes.head}>
        <p className={classes.look} aria-hidden="true">
          {look ? laneText(look) : ""}
        </p>
        {budgetMs === null ? null : (
          <p className={classes.budgetText}>
            {durationText(trajectory.timings.wallMs)} of the budget of {durationText(budgetMs)}
          </p>
        )}
        <div className={classes.columns}>
          <span>Step</span>
          <Axis scaleMs={scaleMs} />
          <span className={classes.figure}>Time</span>
          <span className={classes.figure}>Tokens</span>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the buttons inside */}
      <div ref={list} onKeyDown={onKeyDown}>
        {groups.map((group) => (
          <section key={group.boundary ?? "before"} className={classes.group} aria-label={`Round ${group.round}`}>
            <GroupHead group={group} />
            {group.lanes.map((lane) => (
              <div key={lane.index}>
                <WaterfallLane
                  lane={lane}
                  scaleMs={scaleMs}
                  selected={lane.index === selected}
                  reachable={lane.index === look?.index}
                  onSelect={() => onSelect(lane.index === selected ? null : lane.index)}
                  onLook={() => setActive(lane.index)}
                />
                {lane.index === selected ? (
                  <div className={classes.detail}>
                    <StepBody step={lane.step} context={context} />
                  </div>
                ) : null}
              </div>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

const laneElement = (list: HTMLElement | null, index: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-lane="${index}"]`) ?? null;
