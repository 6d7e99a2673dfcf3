"use client";

import { useMemo, useRef } from "react";
import { Icon } from "@/components/ui/icon";
import type { Trajectory } from "@/lib/contracts/trajectory";
import { alignTrajectories, firstDifference, type PlacedStep } from "./align";
import type { StepContext } from "./step-view";
import { StepRow } from "./timeline";
import classes from "./trajectory.module.css";

interface Side {
  trajectory: Trajectory;
  fileHref: StepContext["fileHref"];
  heading: React.ReactNode;
}

interface SideBySideProps {
  base: Side;
  head: Side;
}

function Cell({ side, placed, differs, first }: { side: Side; placed: PlacedStep | null; differs: boolean; first: boolean }) {
  if (placed === null) return <div />;
  const context: StepContext = { trajectory: side.trajectory, fileHref: side.fileHref };
  return (
    <div>
      <StepRow step={placed.step} context={context} differs={differs} first={first} />
    </div>
  );
}

/** Two trajectories of one case, step beside step, with the first step that differs marked. */
export function SideBySide({ base, head }: SideBySideProps) {
  const rows = useMemo(() => alignTrajectories(base.trajectory, head.trajectory), [base.trajectory, head.trajectory]);
  const first = firstDifference(rows);
  const note = useRef<HTMLDivElement>(null);
  return (
    <div>
      <div className={classes.pairHead}>
        <div>{base.heading}</div>
        <div>{head.heading}</div>
      </div>
      <p className={classes.faint}>
        Hooks that allowed what they saw are left out.{" "}
        {first === null ? null : (
          <button
            type="button"
            className={classes.jump}
            onClick={() => note.current?.scrollIntoView({ block: "center", behavior: "smooth" })}
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
            <Cell side={base} placed={row.base} differs={!row.same} first={index === first} />
            <Cell side={head} placed={row.head} differs={!row.same} first={index === first} />
          </div>
        </div>
      ))}
    </div>
  );
}
