"use client";

import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { FlipCount } from "@/components/runs/case-marks";
import { ComparisonEvidence, ComparisonWarnings } from "@/components/runs/comparison-evidence";
import { orderFlips } from "@/components/runs/flip-list";
import { RunFigures } from "@/components/runs/run-figures";
import { plural } from "@/components/ui/format";
import { KeyHint } from "@/components/ui/key-hint";
import { Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { useKeys } from "@/components/ui/use-keys";
import { useUrlParams } from "@/components/ui/use-url-state";
import type { Campaign, Stage } from "@/lib/contracts/evolution";
import type { Comparison, Flip, RunDetail } from "@/lib/contracts/run";
import { CreditSection } from "./credit-panel";
import { earlyRejection } from "./early-rejection";
import { EarlyRejectionNotice } from "./early-rejection-notice";
import classes from "./evolve.module.css";
import own from "./regression.module.css";
import { RegressionCase } from "./regression-case";
import { RegressionCases } from "./regression-cases";
import { keptEntries, suspectsOf } from "./regression-suspects";
import { walkTo } from "./regression-walk";
import type { StageKey } from "./use-stage-actions";

interface RegressionPanelProps {
  stageKey: StageKey;
  kind: Campaign["kind"];
  stage: Stage;
  comparison: UseQueryResult<Comparison, Error>;
  /** The stage's own run. */
  run: RunDetail | null;
}

interface CheckProps {
  stageKey: StageKey;
  kind: Campaign["kind"];
  stage: Stage;
  comparison: Comparison;
  run: RunDetail | null;
}

/** New failures, then what was fixed, then who did it, then the paired statistics. The open case is in the address. */
function RegressionCheck({ stageKey, kind, stage, comparison, run }: CheckProps) {
  const { get, set } = useUrlParams();
  const category = get("category");
  const shown = orderFlips(comparison.flips.filter((flip) => category === null || flip.category === category));
  const broken = shown.filter((flip) => flip.direction === "broken");
  const fixed = shown.filter((flip) => flip.direction === "fixed");
  const opened = comparison.flips.find((flip) => flip.case === get("flip"));
  const rejected = run !== null && earlyRejection(run.run) !== null;
  const split = useRef<HTMLDivElement>(null);
  const isOpen = opened !== undefined;
  useEffect(() => {
    if (isOpen) split.current?.scrollIntoView({ block: "start" });
  }, [isOpen]);
  const open = (flip: Flip) => set({ flip: flip.case === opened?.case ? null : flip.case }, isOpen ? "replace" : "push");
  const brokenIds = broken.map((flip) => flip.case);
  const walk = (by: 1 | -1) => {
    const next = walkTo(brokenIds, opened?.case ?? null, by);
    if (next !== null) set({ flip: next }, isOpen ? "replace" : "push");
  };
  const close = () => set({ flip: null });
  useKeys(
    "Regression check",
    brokenIds.length + Number(isOpen) === 0
      ? []
      : [
          { keys: "j", label: "Next new failure", run: () => walk(1) },
          { keys: "k", label: "New failure before", run: () => walk(-1) },
          ...(isOpen ? [{ keys: "Escape", label: "Close the case", run: close }] : []),
        ],
  );
  const hasEntries = keptEntries(stage.proposals).length > 0;
  const suspects = hasEntries ? (flip: Flip) => suspectsOf(flip, stage.proposals, stage.credit) : null;
  const here = `/p/${stageKey.project}/evolve/${stageKey.campaign}/${stageKey.stage}`;
  const entryHref = (entry: string) => `${here}?view=confirm&entry=${encodeURIComponent(entry)}`;
  const caseHref = (id: string) => `${here}?view=regression-check&flip=${encodeURIComponent(id)}`;
  const lists = { kind, suspects, entryHref, current: opened?.case ?? null, narrow: isOpen, partial: rejected, onOpen: open };
  const at = opened ? brokenIds.indexOf(opened.case) : -1;
  return (
    <div className={own.check} data-deciding={(get("decide") !== null && stage.decision === null) || undefined}>
      {run ? <EarlyRejectionNotice detail={run} /> : null}
      <ComparisonWarnings project={stageKey.project} comparison={rejected ? { ...comparison, caveats: [] } : comparison} />
      {category ? (
        <p className={own.filter}>
          Only cases of {category}.
          <Button variant="default" size="compact-sm" onClick={() => set({ category: null })}>
            Show all categories
          </Button>
        </p>
      ) : null}
      <div ref={split} className={own.split} data-open={isOpen || undefined}>
        <div className={own.lists}>
          <Section
            title="New failures"
            aside={
              <>
                <FlipCount direction="broken" count={broken.length} />
                {broken.length > 0 ? (
                  <span>
                    <KeyHint keys="j" /> <KeyHint keys="k" /> walk them
                  </span>
                ) : null}
              </>
            }
          >
            <RegressionCases {...lists} flips={broken} direction="broken" />
          </Section>
          <Section title="Fixed" aside={<FlipCount direction="fixed" count={fixed.length} />}>
            <RegressionCases {...lists} flips={fixed} direction="fixed" />
          </Section>
        </div>
        {opened ? (
          <RegressionCase
            project={stageKey.project}
            comparison={comparison}
            flip={opened}
            found={suspects?.(opened) ?? null}
            entryHref={entryHref}
            place={at < 0 ? null : { at, of: broken.length }}
            onWalk={walk}
            onClose={close}
          />
        ) : null}
      </div>
      <CreditSection
        stageKey={stageKey}
        stage={stage}
        changed={comparison.flips.length}
        metrics={run?.metrics ?? null}
        caseHref={caseHref}
        entryHref={entryHref}
      />
      {rejected ? (
        <p className={classes.faint}>
          Paired statistics need every case: {plural(comparison.paired, "case")} of the hard ones were paired. Run to the end to
          see them.
        </p>
      ) : (
        <Section title="Paired with the stage before">
          <ComparisonEvidence comparison={comparison} kind={kind} />
        </Section>
      )}
    </div>
  );
}

/** The stage's run set case by case against the run it started from; new failures first. */
export function RegressionPanel({ stageKey, kind, stage, comparison, run }: RegressionPanelProps) {
  if (stage.baseRun === null) {
    return (
      <>
        <p>
          The first stage has none before it to compare with. Its scores are what the next stage is measured against.{" "}
          {stage.run ? (
            <Link className={classes.inText} href={`/p/${stageKey.project}/runs/${stage.run}`}>
              Open its run
            </Link>
          ) : null}
        </p>
        {run ? <RunFigures metrics={run.metrics} kind={kind} /> : null}
      </>
    );
  }
  if (stage.run === null) return <p className={classes.faint}>The stage was decided before it was evaluated.</p>;
  return (
    <QueryState query={comparison} rows={12}>
      {(data) => <RegressionCheck stageKey={stageKey} kind={kind} stage={stage} comparison={data} run={run} />}
    </QueryState>
  );
}
