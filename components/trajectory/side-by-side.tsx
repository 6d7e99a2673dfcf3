"use client";

import { useEffect, useMemo, useRef } from "react";
import { Icon } from "@/components/ui/icon";
import type { Step, Trajectory } from "@/lib/contracts/trajectory";
import { alignTrajectories, firstDifference, type PlacedStep } from "./align";
import { PromptDifference } from "./prompt-difference-view";
import { deltaText, stepDelta } from "./step-delta";
import type { StepContext } from "./step-look";
import { StepRow } from "./timeline";
import { TrajectoryFacts } from "./timings";
import classes from "./trajectory.module.css";

interface Side {
  trajectory: Trajectory;
  fileHref: StepContext["fileHref"];
  heading: React.ReactNode;
}

interface SideBySideProps {
  base: Side;
  head: Side;
  /** Brings the first step that differs into sight, at once and when asked for; without it only when asked for, on the page. */
  reveal?: ((step: HTMLElement) => void) | undefined;
}

const intoPage = (step: HTMLElement) => step.scrollIntoView({ block: "center", behavior: "smooth" });

interface CellProps {
  side: Side;
  placed: PlacedStep | null;
  other: PlacedStep | null;
  which: "base" | "head";
  same: boolean;
  first: boolean;
}

function Cell({ side, placed, other, which, same, first }: CellProps) {
  if (placed === null) return <div />;
  return (
    <div>
      <StepRow
        step={placed.step}
        context={{ trajectory: side.trajectory, fileHref: side.fileHref }}
        differs={!same}
        first={first}
        beside={other === null ? undefined : { step: other.step, side: which }}
      />
    </div>
  );
}

/** What a pair of steps differs in beyond its words: time, tokens, and the prompt of a model call. */
function PairDifference({ base, head, baseSide, headSide }: { base: Step; head: Step; baseSide: Side; headSide: Side }) {
  const delta = deltaText(stepDelta(base, head));
  const prompts = base.type === "model-call" && head.type === "model-call";
  if (delta === "" && !prompts) return null;
  return (
    <div className={classes.delta}>
      {delta === "" ? null : <span>After against before: {delta}</span>}
      {prompts ? <PromptDifference base={{ call: base, context: baseSide }} head={{ call: head, context: headSide }} /> : null}
    </div>
  );
}

/** Two trajectories of one case, step beside step: the first step that differs is marked, and the words that differ. */
export function SideBySide({ base, head, reveal }: SideBySideProps) {
  const rows = useMemo(() => alignTrajectories(base.trajectory, head.trajectory), [base.trajectory, head.trajectory]);
  const first = firstDifference(rows);
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (reveal && rows.length > 0 && note.current) reveal(note.current);
  }, [reveal, rows]);
  return (
    <div>
      <div className={classes.pairHead}>
        <div>
          {base.heading}
          <TrajectoryFacts trajectory={base.trajectory} />
        </div>
        <div>
          {head.heading}
          <TrajectoryFacts trajectory={head.trajectory} />
        </div>
      </div>
      <p className={classes.faint}>
        Hooks that allowed what they saw are left out.{" "}
        {first === null ? null : (
          <button
            type="button"
            className={classes.jump}
            onClick={() => {
              if (note.current) (reveal ?? intoPage)(note.current);
            }}
          >
            Go to the first step that differs
          </button>
        )}
      </p>
      {first === null ? (
        <p className={classes.faint}>Both did the same, step by step. Only the prompt or the times may differ.</p>
      ) : null}
      {rows.map((row, index) => (
        <div key={`${row.base?.index ?? "none"}-${row.head?.index ?? "none"}`}>
          {index === first ? (
            <div ref={note} className={classes.note}>
              <Icon name="warning" /> First step that differs
            </div>
          ) : null}
          <div className={classes.pairRow}>
            <Cell side={base} placed={row.base} other={row.head} which="base" same={row.same} first={index === first} />
            <Cell side={head} placed={row.head} other={row.base} which="head" same={row.same} first={index === first} />
            {row.base && row.head ? (
              <PairDifference base={row.base.step} head={row.head.step} baseSide={base} headSide={head} />
            ) : null}
          </div>
        </div>
      ))}
    </div>
  );
}
