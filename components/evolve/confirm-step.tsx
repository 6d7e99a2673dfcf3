"use client";

import { Button } from "@mantine/core";
import { type Campaign, Diagnosis, type Stage } from "@/lib/contracts/evolution";
import { DiagnosisFacts } from "./diagnosis-facts";
import { DiagnosisRunning } from "./diagnosis-running";
import { endedWords } from "./diagnosis-words";
import classes from "./evolve.module.css";
import { Review } from "./review";
import type { Drafts } from "./use-drafts";
import type { StageActions, StageKey } from "./use-stage-actions";

interface ConfirmStepProps {
  stageKey: StageKey;
  campaign: Campaign;
  stage: Stage;
  /** Null where the entries were made in another stage. */
  diagnosis: Diagnosis | null;
  diagnosing: boolean;
  fixed: ReadonlySet<string>;
  drafts: Drafts;
  actions: StageActions;
  reload: () => void;
  onStop: () => void;
  onDiagnoseAgain: () => void;
}

/** What is to be said where nothing is left to decide and nothing was accepted. */
function nothingKept({ proposals, entries }: Stage): string | null {
  if (entries.accepted + entries.edited + entries.proposed > 0) return null;
  return proposals.length === 0
    ? "No edit was proposed. Propose one for a cluster, diagnose again, or decide."
    : "No entry stands, so there is no version to evaluate. Diagnose again, reopen an entry, or decide.";
}

/** Stands for the diagnosis of a stage that has entries and none of its own: nothing is clustered. */
const undiagnosed = ({ baseRun, createdAt }: Stage): Diagnosis =>
  Diagnosis.parse({
    analyst: { kind: "heuristic", endpoint: null },
    run: baseRun ?? "",
    status: "completed",
    failures: 0,
    quarantined: 0,
    clusters: [],
    invalid: [],
    error: null,
    at: createdAt,
  });

/** What the diagnosis came to and the review of its entries; a newer diagnosis under way is shown above them. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { stageKey, campaign, stage, diagnosis, diagnosing, fixed, drafts, actions, reload, onStop, onDiagnoseAgain } = props;
  const ended = diagnosing || diagnosis === null ? null : endedWords(diagnosis);
  const nothing = stage.step === "confirm" && !diagnosing ? nothingKept(stage) : null;
  return (
    <>
      {diagnosing ? <DiagnosisRunning diagnosis={diagnosis} stopping={actions.stopDiagnosis.isPending} onStop={onStop} /> : null}
      {ended ? (
        <p className={classes.notice} data-tone={diagnosis?.status === "failed" ? "bad" : undefined} role="alert">
          {ended.cause} {ended.next}
        </p>
      ) : null}
      {nothing ? <p className={classes.notice}>{nothing}</p> : null}
      <div className={classes.confirmHead}>
        {diagnosis ? (
          <DiagnosisFacts diagnosis={diagnosis} />
        ) : (
          <p className={classes.small}>The entries of this stage were made in another one.</p>
        )}
        {stage.step === "confirm" && !diagnosing ? (
          <Button variant="subtle" onClick={onDiagnoseAgain}>
            Diagnose again
          </Button>
        ) : null}
      </div>
      <Review
        {...{ stageKey, stage, fixed, drafts, actions, reload }}
        diagnosis={diagnosis ?? undiagnosed(stage)}
        embedded={campaign.embedded}
        kind={campaign.kind}
      />
    </>
  );
}
