"use client";

import { useUrlParams } from "@/components/ui/use-url-state";
import type { RunMetrics } from "@/lib/contracts/run";
import classes from "./runs.module.css";
import { stateParts } from "./state-parts";

/** What the scores of a run rest on: every result is scored, failed or unscored, and says why; each count lists its cases. */
export function StateCounts({ metrics, linked }: { metrics: RunMetrics; linked: boolean }) {
  const { set } = useUrlParams();
  const parts = stateParts(metrics);
  return (
    <p className={classes.stateCounts}>
      {parts.map(({ text, filter }) =>
        linked ? (
          <button
            key={text}
            type="button"
            className={classes.stateCount}
            onClick={() => set({ show: filter.show === "all" ? null : filter.show, kind: filter.kind, row: null })}
          >
            {text}
          </button>
        ) : (
          <span key={text}>{text}</span>
        ),
      )}
    </p>
  );
}
