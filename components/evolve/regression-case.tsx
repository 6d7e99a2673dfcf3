"use client";

import { ActionIcon, Button } from "@mantine/core";
import { useCallback, useRef } from "react";
import { CaseAgainst } from "@/components/runs/case-against";
import { FlipMark } from "@/components/runs/flip-list";
import { Icon } from "@/components/ui/icon";
import { KeyHint } from "@/components/ui/key-hint";
import type { Comparison, Flip } from "@/lib/contracts/run";
import own from "./regression.module.css";
import { SuspectList } from "./regression-cases";
import type { Suspects } from "./regression-suspects";

interface RegressionCaseProps {
  project: string;
  comparison: Comparison;
  flip: Flip;
  /** Null where the stage has no entries. */
  found: Suspects | null;
  entryHref: (entry: string) => string;
  /** Place among the broken ones, from 0, and how many there are; null for a fixed case. */
  place: { at: number; of: number } | null;
  onWalk: (by: 1 | -1) => void;
  onClose: () => void;
}

/** One flipped case before and after, beside the list it was opened from; begins at the first step that differs. */
export function RegressionCase(props: RegressionCaseProps) {
  const { project, comparison, flip, found, entryHref, place, onWalk, onClose } = props;
  const { base, head } = comparison;
  const pane = useRef<HTMLElement>(null);
  const top = useRef<HTMLElement>(null);
  // The pane alone is scrolled: the list and the page stay where they are.
  const reveal = useCallback((step: HTMLElement) => {
    const box = pane.current;
    if (!box) return;
    const shift = step.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += shift - (top.current?.offsetHeight ?? 0) - 8;
  }, []);
  return (
    <aside ref={pane} className={own.pane} aria-label={`${flip.case}, before and after`}>
      <header ref={top} className={own.paneHead}>
        <div className={own.paneLine}>
          <div className={own.paneTitle}>
            <FlipMark direction={flip.direction} />
            <h3>{flip.case}</h3>
            <span className={own.how}>
              {flip.category}, {flip.priority}
              {place ? ` · ${place.at + 1} of ${place.of} broken` : ""}
            </span>
          </div>
          <div className={own.paneTitle}>
            {place ? (
              <>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  disabled={place.at === 0}
                  rightSection={<KeyHint keys="k" />}
                  onClick={() => onWalk(-1)}
                >
                  Previous
                </Button>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  disabled={place.at + 1 >= place.of}
                  rightSection={<KeyHint keys="j" />}
                  onClick={() => onWalk(1)}
                >
                  Next
                </Button>
              </>
            ) : null}
            <ActionIcon aria-label="Close the case" title="Close (Esc)" onClick={onClose}>
              <Icon name="close" />
            </ActionIcon>
          </div>
        </div>
        <p className={own.comment} title={flip.comment}>
          {flip.comment}
        </p>
        {found ? <SuspectList flip={flip} found={found} entryHref={entryHref} /> : null}
      </header>
      <CaseAgainst
        key={flip.case}
        project={project}
        item={flip.case}
        base={{ run: base.id, name: base.versionName, repeat: 0 }}
        head={{ run: head.id, name: head.versionName, repeat: 0 }}
        reveal={reveal}
      />
    </aside>
  );
}
